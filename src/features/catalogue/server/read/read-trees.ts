import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { DropletContent, OceanContent, WaveContent } from '../../contract/transfer-schemas.ts';
import { type Contents, toFields } from '../items/item-fields.ts';
import { everyRow, type Rows, rowsUnderAny } from '../items/levels.ts';
import { OWNERS_ORDER } from './queries.ts';

/** Reads an item with all items under it, drafts too, in the form that can be inserted again. */
export const readTree: { [T in ItemType]: (db: Db, row: Rows[T]) => Promise<Contents[T]> } = {
  async ocean(db, row) {
    const waves = await rowsUnderAny(db, 'wave', [row.id]);
    const waveIds = waves.map(({ id }) => id);
    return buildOcean(row, waves, byWave(await rowsUnderAny(db, 'droplet', waveIds)));
  },
  wave: async (db, row) => buildWave(row, await rowsUnderAny(db, 'droplet', [row.id])),
  droplet: async (_db, row) => toFields.droplet(row),
};

/** Reads the whole catalogue in the owner's order, one statement for each level. */
export async function readCatalogue(db: Db): Promise<OceanContent[]> {
  const oceans = await everyRow(db, 'ocean');
  const waves = Map.groupBy(await everyRow(db, 'wave'), (row) => row.ocean_id);
  const droplets = byWave(await everyRow(db, 'droplet'));
  return oceans.map((row) => buildOcean(row, waves.get(row.id) ?? [], droplets));
}

/** A droplet with the slugs of its parents. */
export interface DropletWithParents extends DropletContent {
  ocean: string;
  wave: string;
}

/** Reads the droplets of one wave, or of all, in the owner's order. */
export async function readDropletsWithParents(
  db: Db,
  waveId: number | undefined,
): Promise<DropletWithParents[]> {
  let query = db
    .selectFrom('droplets')
    .innerJoin('waves', 'waves.id', 'droplets.wave_id')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .selectAll('droplets')
    .select(['waves.slug as wave', 'oceans.slug as ocean'])
    .orderBy(OWNERS_ORDER);
  if (waveId !== undefined) query = query.where('waves.id', '=', waveId);
  const rows = await query.execute();
  return rows.map((row) => ({ ...toFields.droplet(row), wave: row.wave, ocean: row.ocean }));
}

const byWave = (droplets: Rows['droplet'][]) => Map.groupBy(droplets, (row) => row.wave_id);

const buildOcean = (
  row: Rows['ocean'],
  waves: readonly Rows['wave'][],
  droplets: ReadonlyMap<number, Rows['droplet'][]>,
): OceanContent => ({
  ...toFields.ocean(row),
  waves: waves.map((wave) => buildWave(wave, droplets.get(wave.id) ?? [])),
});

const buildWave = (row: Rows['wave'], droplets: readonly Rows['droplet'][]): WaveContent => ({
  ...toFields.wave(row),
  droplets: droplets.map(toFields.droplet),
});
