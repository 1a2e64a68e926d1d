import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { seedCatalogue } from '../scripts/seed/seed-catalogue.ts';
import type { Options } from './groups.ts';
import { LoadGenerator } from './load/load.ts';
import { withCleanup } from './process/cleanup.ts';
import { say } from './process/progress.ts';
import { type BenchSite, startBenchSite } from './process/site.ts';
import { residentMemory } from './process/usage.ts';
import { type Cell, figure, type Table } from './report/table.ts';
import { BIG } from './scale/sizes.ts';

/** Limits in MB after load: demo catalogue, and 100,000 droplets. */
const DEMO_LIMIT = { atMost: 180 };
const BIG_LIMIT = { atMost: 400 };
/** Length of the load per kind of reader, in ms. */
const LOAD = 4_000;
const REST = 2_000;
/** Number of different items per level. */
const ITEMS = 3_000;

const LISTS = [
  '/api/oceans',
  '/api/explore/keywords',
  '/',
  '/app',
  '/explore',
  '/accordion',
  '/tree',
  '/classic',
];
const SEARCHES = ['calm', 'moon', 'st', 'mornnig', 'tide slow'].map(
  (q) => `/api/explore/droplets?q=${encodeURIComponent(q)}`,
);

/** Measures a node's memory after readers of each tier requested more responses than the cache can store. */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const generator = new LoadGenerator();
    later(() => generator.stop());
    const load = quick ? 300 : LOAD;
    const rows: Cell[][] = [];

    say('memory with the demo catalogue');
    const demo = await startBenchSite();
    later(() => demo.stop());
    rows.push(await rowOf('the demo catalogue', demo, generator, load, DEMO_LIMIT));
    if (!quick) {
      say('memory with 100,000 droplets: inserting them');
      const folder = await newDataDir();
      later(() => removeDataDir(folder));
      const databaseUrl = `sqlite:${join(folder, 'big.db')}`;
      await seed(databaseUrl);
      say('memory with 100,000 droplets: load');
      const big = await startBenchSite({ databaseUrl });
      later(() => big.stop());
      rows.push(await rowOf('100,000 droplets', big, generator, load, BIG_LIMIT));
    }
    return [
      {
        title: 'Memory of a node, SQLite',
        columns: [
          'Catalogue',
          'Right after the start, MB',
          'After load, MB',
          'At most, MB',
          'Responses sent',
        ],
        rows,
      },
    ];
  });
}

async function rowOf(
  name: string,
  site: BenchSite,
  generator: LoadGenerator,
  duration: number,
  limit: { atMost: number },
): Promise<Cell[]> {
  const before = await residentMemory(site.pid);
  const paths = await manyPaths(site);
  let sent = 0;
  for (const cookie of [site.visitor, site.free])
    for (const encoding of ['br', 'gzip']) {
      const headers = { cookie, 'accept-encoding': encoding };
      const { requests } = await generator.load({ url: site.url, paths, headers, duration });
      sent += requests;
    }
  await sleep(REST);
  const after = await residentMemory(site.pid);
  return [name, figure(before.now), figure(after.now, { limit }), figure(after.peak), figure(sent)];
}

/** Lists URLs of lists and searches, and the page and response of up to {@link ITEMS} items per level. */
async function manyPaths(site: BenchSite): Promise<string[]> {
  const headers = { cookie: site.visitor };
  const ids = async (path: string) =>
    ((await (await fetch(site.url + path, { headers })).json()) as { id: number }[])
      .map(({ id }) => id)
      .slice(0, ITEMS);
  const oceans = await ids('/api/oceans');
  const waves: number[] = [];
  for (const ocean of oceans)
    if (waves.length < ITEMS) waves.push(...(await ids(`/api/oceans/${ocean}/waves`)));
  const droplets: number[] = [];
  for (const wave of waves)
    if (droplets.length < ITEMS) droplets.push(...(await ids(`/api/waves/${wave}/droplets`)));
  return shuffled([
    ...LISTS,
    ...SEARCHES,
    ...oceans.flatMap((id) => [`/oceans/${id}`, `/api/oceans/${id}`, `/api/oceans/${id}/waves`]),
    ...waves.flatMap((id) => [`/waves/${id}`, `/api/waves/${id}`, `/api/waves/${id}/droplets`]),
    ...droplets.flatMap((id) => [`/droplets/${id}`, `/api/droplets/${id}`]),
  ]);
}

/** Shuffles deterministically: a step that is coprime to the length visits each index once. */
function shuffled<T>(list: readonly T[]): T[] {
  const step = 7_919;
  return list.map((_, index) => list[(index * step) % list.length] as T);
}

async function seed(url: string): Promise<void> {
  const database = await openDatabase(url);
  try {
    await migrate(database.db);
    await seedCatalogue(database.db, BIG);
  } finally {
    await database.close();
  }
}
