import { isOneOf, toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { AdditionalResource, ItemType } from '../contract.ts';
import { type ContentRow, TABLES } from './content-tables.ts';
import type { NewDroplet, NewItems, NewOcean, NewWave } from './insert-oceans.ts';

/** An item with all that it holds, drafts too, in the shape in which it could be added again. */
export async function readTree<T extends ItemType>(db: Db, type: T, row: ContentRow): Promise<NewItems[T]> {
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
        : droplets.map(toNewDroplet);
  return tree as NewItems[T];
}

/** The whole catalogue, in the owner's order: one statement for each level. */
export async function readCatalogue(db: Db): Promise<NewOcean[]> {
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
): Promise<(NewDroplet & { wave: string; ocean: string })[]> {
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
  return rows.map((row) => ({ ...toNewDroplet(row), wave: row.wave, ocean: row.ocean }));
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

function buildOceans(oceans: ContentRow[], waves: ContentRow[], droplets: ContentRow[]): NewOcean[] {
  const wavesOf = Map.groupBy(waves, (row) => row.ocean_id);
  const dropletsOf = Map.groupBy(droplets, (row) => row.wave_id);
  return oceans.map((row) => ({
    ...toContent(row),
    waves: (wavesOf.get(row.id) ?? []).map((wave) => toNewWave(wave, dropletsOf.get(wave.id) ?? [])),
  }));
}

function buildWaves(waves: ContentRow[], droplets: ContentRow[]): NewWave[] {
  const dropletsOf = Map.groupBy(droplets, (row) => row.wave_id);
  return waves.map((wave) => toNewWave(wave, dropletsOf.get(wave.id) ?? []));
}

const toContent = (row: ContentRow) => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  imageUrl: row.image_url,
  mediaType: row.media_type,
  mediaUrl: row.media_url,
  captionsUrl: row.captions_url,
  accessType: row.access_type as NewOcean['accessType'],
  isPublished: toBoolean(row.is_published),
  keywords: JSON.parse(row.keywords) as string[],
  additionalResources: JSON.parse(row.additional_resources) as AdditionalResource[],
});

const toTimed = (row: ContentRow) => ({
  ...toContent(row),
  duration: row.duration ?? 1,
  isSample: toBoolean(row.is_sample ?? false),
});

const toNewDroplet = (row: ContentRow): NewDroplet => toTimed(row);

const toNewWave = (row: ContentRow, droplets: ContentRow[]): NewWave => ({
  ...toTimed(row),
  droplets: droplets.map(toNewDroplet),
});
