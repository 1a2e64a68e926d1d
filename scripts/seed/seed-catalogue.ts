import { randomBytes } from 'node:crypto';
import { indexDroplets } from '#features/catalogue/server/search/index-droplets.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';

export interface CatalogueSize {
  oceans: number;
  waves: number;
  droplets: number;
}

/** Rows per statement. Both engines accept the number of parameters. */
const BATCH = 500;

const WORDS = [
  'breath calm shore tide slow still morning evening walk listen notice pause rest focus light water stone',
  'reed moon rain kind small quiet open soft begin return hand field door table',
].flatMap((line) => line.split(' '));
const word = (n: number) => WORDS[n % WORDS.length] as string;
/**
 * Generates a reproducible text, so that two databases of one size have equal catalogues except for the
 * slugs.
 */
const sentence = (seed: number, words: number) =>
  Array.from({ length: words }, (_, index) => word((seed * 31 + index * index * 17 + index) >>> 0)).join(' ');
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds a synthetic catalogue. Distributes the waves over the oceans, and the droplets over the waves. */
export async function seedCatalogue(
  db: Db,
  size: CatalogueSize,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const run = randomBytes(3).toString('hex');
  const now = Date.now();
  const total = size.oceans + size.waves + size.droplets;
  let done = 0;
  const progress = (more: number) => {
    done += more;
    onProgress(done, total);
  };

  const row = (kind: string, n: number) => ({
    position: n,
    slug: `${kind}-${run}-${n}`,
    title: titled(`${sentence(n, 3)} ${n}`),
    description: titled(`${sentence(n * 7 + 1, 18)}.`),
    image_url: null,
    captions_url: null,
    access_type: n % 2 === 0 ? 'free' : 'premium',
    is_published: true,
    keywords: JSON.stringify([word(n), word(n * 3 + 1)]),
    additional_resources: '[]',
    created_at: now,
    updated_at: now,
  });

  const oceanIds = await insert(db, 'oceans', size.oceans, progress, (n) => ({
    ...row('ocean', n),
    media_type: 'none',
    media_url: null,
  }));
  const waveIds = await insert(db, 'waves', size.waves, progress, (n) => ({
    ...row('wave', n),
    media_type: 'none',
    media_url: null,
    ocean_id: oceanIds[n % oceanIds.length],
    duration: 15 + (n % 11),
    is_sample: n % 9 === 0,
  }));
  await insert(db, 'droplets', size.droplets, progress, (n) => ({
    ...row('droplet', n),
    media_type: 'video',
    media_url: `https://video.example/${n}.mp4`,
    wave_id: waveIds[n % waveIds.length],
    duration: 1,
    is_sample: n % 9 === 0,
  }));
}

async function insert(
  db: Db,
  table: 'oceans' | 'waves' | 'droplets',
  count: number,
  progress: (more: number) => void,
  make: (n: number) => Record<string, unknown>,
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => start + index);
    const made = numbers.map(make);
    await changeCatalogue(db, async (transaction) => {
      const rows = await transaction
        .insertInto(table)
        .values(made as never)
        .returning('id')
        .execute();
      ids.push(...rows.map(({ id }) => id));
      if (table === 'droplets') await indexDroplets(transaction, textsOf(rows, made));
    });
    progress(numbers.length);
  }
  return ids;
}

const textsOf = (rows: readonly { id: number }[], made: readonly Record<string, unknown>[]) =>
  new Map(
    rows.map(({ id }, index) => {
      const { title, description, keywords } = made[index] as Record<string, string>;
      return [
        id,
        { title: `${title}`, description: `${description}`, keywords: JSON.parse(`${keywords}`) as string[] },
      ];
    }),
  );
