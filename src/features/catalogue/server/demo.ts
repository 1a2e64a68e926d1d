import { readFile } from 'node:fs/promises';
import type { Db } from '#platform/database/open.ts';
import type { Droplet, ItemType, Ocean, Wave } from '../contract.ts';
import { saveMediaReferences } from './media.ts';

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
type DemoDroplet = Content & Pick<Droplet, 'duration' | 'isSample'>;
type DemoWave = Content & Pick<Wave, 'duration' | 'isSample'> & { droplets: DemoDroplet[] };
type DemoOcean = Content & { waves: DemoWave[] };

/**
 * Puts the demo catalogue into an empty database, in one transaction; answers how many droplets it brought, or 0
 * when there was content already. Never overwrites.
 */
export async function loadDemo(db: Db, file: string): Promise<number> {
  const { oceans } = JSON.parse(await readFile(file, 'utf8')) as { oceans: DemoOcean[] };
  return db.transaction().execute(async (transaction) => {
    const any = await transaction.selectFrom('oceans').select('id').limit(1).executeTakeFirst();
    if (any) return 0;
    let droplets = 0;
    for (const [place, ocean] of oceans.entries()) {
      const oceanId = await insertItem(transaction, 'ocean', ocean, { position: place });
      for (const [wavePlace, wave] of ocean.waves.entries()) {
        const { duration, is_sample } = timed(wave);
        const waveId = await insertItem(transaction, 'wave', wave, {
          position: wavePlace,
          ocean_id: oceanId,
          duration,
          is_sample,
        });
        for (const [dropletPlace, droplet] of wave.droplets.entries()) {
          const id = await insertItem(transaction, 'droplet', droplet, {
            position: dropletPlace,
            wave_id: waveId,
            ...timed(droplet),
          });
          await insertKeywords(transaction, id, droplet.keywords);
          droplets += 1;
        }
      }
    }
    return droplets;
  });
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

async function insertKeywords(db: Db, dropletId: number, keywords: readonly string[]): Promise<void> {
  const unique = [...new Set(keywords)];
  if (unique.length === 0) return;
  await db
    .insertInto('droplet_keywords')
    .values(unique.map((keyword) => ({ droplet_id: dropletId, keyword })))
    .execute();
}
