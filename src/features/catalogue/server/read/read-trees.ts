import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { OceanContent, WaveContent } from '../../contract/transfer-schemas.ts';
import { type Contents, toFields } from '../items/item-fields.ts';
import { type Rows, rowsUnderAny } from '../items/levels.ts';

/** Reads an item and all items under it, drafts included, in the form that insertion takes. */
export const readTree: { [T in ItemType]: (db: Db, row: Rows[T]) => Promise<Contents[T]> } = {
  async ocean(db, row) {
    const waves = await rowsUnderAny(db, 'wave', [row.id]);
    const waveIds = waves.map(({ id }) => id);
    return buildOcean(row, waves, byWave(await rowsUnderAny(db, 'droplet', waveIds)));
  },
  wave: async (db, row) => buildWave(row, await rowsUnderAny(db, 'droplet', [row.id])),
  droplet: async (_db, row) => toFields.droplet(row),
};

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
