import type { Db } from '#platform/database/open.ts';
import type { Droplet, ItemType, Ocean, Wave } from '../contract.ts';
import { saveMediaReferences } from './media.ts';
import { indexDroplets } from './search-index.ts';

type Content = Pick<
  Ocean,
  | 'slug'
  | 'title'
  | 'description'
  | 'imageUrl'
  | 'mediaUrl'
  | 'captionsUrl'
  | 'accessType'
  | 'isPublished'
  | 'keywords'
  | 'additionalResources'
> & { mediaType: string };
export type NewDroplet = Content & Pick<Droplet, 'duration' | 'isSample'>;
export type NewWave = Content & Pick<Wave, 'duration' | 'isSample'> & { droplets: NewDroplet[] };
export type NewOcean = Content & { waves: NewWave[] };

/** Adds whole oceans with all they hold, in the order given; answers how many droplets that were. */
export async function insertOceans(db: Db, oceans: readonly NewOcean[]): Promise<number> {
  const droplets = new Map<number, NewDroplet>();
  for (const [place, ocean] of oceans.entries()) {
    const oceanId = await insertItem(db, 'ocean', ocean, { position: place });
    for (const [wavePlace, wave] of ocean.waves.entries()) {
      const within = { position: wavePlace, ocean_id: oceanId, ...timed(wave) };
      const waveId = await insertItem(db, 'wave', wave, within);
      for (const [dropletPlace, droplet] of wave.droplets.entries()) {
        const position = { position: dropletPlace, wave_id: waveId, ...timed(droplet) };
        const id = await insertItem(db, 'droplet', droplet, position);
        droplets.set(id, droplet);
      }
    }
  }
  await indexDroplets(db, droplets);
  return droplets.size;
}

const timed = (item: { duration: number; isSample: boolean }) => ({
  duration: item.duration,
  is_sample: item.isSample,
});

const TABLES = { ocean: 'oceans', wave: 'waves', droplet: 'droplets' } as const;

async function insertItem(
  db: Db,
  type: ItemType,
  item: Content,
  place: Record<string, unknown>,
): Promise<number> {
  const now = Date.now();
  const row = await db
    .insertInto(TABLES[type])
    .values({
      slug: item.slug,
      title: item.title,
      description: item.description,
      image_url: item.imageUrl,
      media_type: item.mediaType,
      media_url: item.mediaUrl,
      captions_url: item.captionsUrl,
      access_type: item.accessType,
      is_published: item.isPublished,
      keywords: JSON.stringify(item.keywords),
      additional_resources: JSON.stringify(item.additionalResources),
      created_at: now,
      updated_at: now,
      ...place,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveMediaReferences(db, type, row.id, item);
  return row.id;
}
