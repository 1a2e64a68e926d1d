import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../contract.ts';
import type { DropletContent, OceanContent, WaveContent } from '../transfer-contract.ts';
import { fromColumns } from './content-fields.ts';
import { type ContentRow, TABLES } from './content-tables.ts';
import type { Contents } from './insert-oceans.ts';

/** An item with all that it holds, drafts too, in the shape in which it could be added again. */
export async function readTree<T extends ItemType>(db: Db, type: T, row: ContentRow): Promise<Contents[T]> {
  const waves = type === 'ocean' ? await childrenOf(db, 'wave', [row.id]) : type === 'wave' ? [row] : [];
  const droplets =
    type === 'droplet'
      ? [row]
      : await childrenOf(
          db,
          'droplet',
          waves.map(({ id }) => id),
        );
  const [tree] =
    type === 'ocean'
      ? buildOceans([row], waves, droplets)
      : type === 'wave'
        ? buildWaves(waves, droplets)
        : droplets.map(fromColumns);
  return tree as Contents[T];
}

/** The whole catalogue, in the owner's order: one statement for each level. */
export async function readCatalogue(db: Db): Promise<OceanContent[]> {
  const [oceans, waves, droplets] = [
    await everyRow(db, 'ocean'),
    await everyRow(db, 'wave'),
    await everyRow(db, 'droplet'),
  ];
  return buildOceans(oceans, waves, droplets);
}

/** Droplets of one wave or of all, in the owner's order, each with the slugs of its wave and ocean. */
export async function readPlacedDroplets(
  db: Db,
  waveId: number | undefined,
): Promise<(DropletContent & { wave: string; ocean: string })[]> {
  const rows = await db
    .selectFrom('droplets')
    .innerJoin('waves', 'waves.id', 'droplets.wave_id')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .selectAll('droplets')
    .select(['waves.slug as wave', 'oceans.slug as ocean'])
    .$if(waveId !== undefined, (query) => query.where('waves.id', '=', waveId as number))
    .orderBy('oceans.position')
    .orderBy('oceans.id')
    .orderBy('waves.position')
    .orderBy('waves.id')
    .orderBy('droplets.position')
    .orderBy('droplets.id')
    .execute();
  return rows.map((row) => ({ ...fromColumns(row), wave: row.wave, ocean: row.ocean }));
}

const everyRow = (db: Db, type: ItemType) =>
  db.selectFrom(TABLES[type]).selectAll().orderBy('position').orderBy('id').execute() as Promise<
    ContentRow[]
  >;

const childrenOf = (db: Db, type: 'wave' | 'droplet', parentIds: readonly number[]) =>
  db
    .selectFrom(TABLES[type])
    .selectAll()
    .where(isOneOf(db, type === 'wave' ? 'ocean_id' : 'wave_id', parentIds))
    .orderBy('position')
    .orderBy('id')
    .execute() as Promise<ContentRow[]>;

function buildOceans(oceans: ContentRow[], waves: ContentRow[], droplets: ContentRow[]): OceanContent[] {
  const wavesOf = Map.groupBy(waves, (row) => row.ocean_id);
  const dropletsOf = Map.groupBy(droplets, (row) => row.wave_id);
  return oceans.map((row) => ({
    ...(fromColumns(row) as Omit<OceanContent, 'waves'>),
    waves: (wavesOf.get(row.id) ?? []).map((wave) => toWave(wave, dropletsOf.get(wave.id) ?? [])),
  }));
}

function buildWaves(waves: ContentRow[], droplets: ContentRow[]): WaveContent[] {
  const dropletsOf = Map.groupBy(droplets, (row) => row.wave_id);
  return waves.map((wave) => toWave(wave, dropletsOf.get(wave.id) ?? []));
}

const toWave = (row: ContentRow, droplets: ContentRow[]): WaveContent => ({
  ...(fromColumns(row) as Omit<WaveContent, 'droplets'>),
  droplets: droplets.map(fromColumns),
});
