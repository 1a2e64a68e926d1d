import { setTimeout as sleep } from 'node:timers/promises';
import type { Options } from './groups.ts';
import { withCleanup } from './process/cleanup.ts';
import { engines } from './process/engines.ts';
import { say } from './process/progress.ts';
import { type BenchSite, startBenchSite } from './process/site.ts';
import { processorTimeAtRest } from './process/usage.ts';
import { type Cell, figure, spread, type Table } from './report/table.ts';

/** Limit of an uncached page's processor time, in ms. */
const LIMIT = { atMost: 4 };
const ROUNDS = 21;
/** Rounds of warm-up. Rendering is much code, which V8 compiles only after enough rounds. */
const WARM_UP = 120;
/** Number of cached responses that are measured together, because one costs too little to measure. */
const TOGETHER = 20;

/** One page of each kind that shows the catalogue. */
export const CATALOGUE_PAGES = [
  '/',
  '/app',
  '/oceans/1',
  '/waves/1',
  '/droplets/3',
  '/explore',
  '/accordion',
  '/tree',
  '/classic',
];
const PAGES = [...CATALOGUE_PAGES, '/about', '/contact', '/terms-privacy'];
const LISTS = [
  '/api/oceans',
  '/api/oceans/1/waves',
  '/api/waves/1/droplets',
  '/api/explore/droplets?limit=40',
];

/** Measures the server's processor time for the first response after a write. */
export async function measure({ quick }: Options): Promise<Table[]> {
  const tables: Table[] = [];
  for (const { engine, name, newUrl, stop } of engines()) {
    if (quick && engine === 'postgres') continue;
    await withCleanup(async (later) => {
      later(stop);
      say(`pages on ${name}`);
      const site = await startBenchSite({ databaseUrl: await newUrl() });
      later(() => site.stop());
      const rounds = quick ? { rounds: 3, warmUp: 2 } : { rounds: ROUNDS, warmUp: WARM_UP };
      tables.push({
        title: `Pages not yet cached, ${name}`,
        columns: ['Page', 'Processor, ms', 'Requested again, ms'],
        rows: await costs(site, quick ? PAGES.slice(0, 2) : PAGES, rounds, LIMIT),
      });
      if (!quick)
        tables.push({
          title: `JSON not yet cached, ${name}`,
          columns: ['Request', 'Processor, ms', 'Requested again, ms'],
          rows: await costs(site, LISTS, rounds),
        });
    });
  }
  return tables;
}

/** Measures the pages' costs. The pages alternate in each round. */
async function costs(
  site: BenchSite,
  paths: readonly string[],
  { rounds, warmUp }: { rounds: number; warmUp: number },
  limit?: { atMost: number },
): Promise<Cell[][]> {
  const fresh = new Map(paths.map((path) => [path, [] as number[]]));
  const again = new Map(paths.map((path) => [path, [] as number[]]));
  for (let round = 0; round < warmUp; round += 1) {
    await site.write();
    for (const path of paths) await ask(site, path);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const path of paths) {
      await site.write();
      fresh.get(path)?.push(await costOf(site, path, 1));
      if (round % 5 === 0) again.get(path)?.push(await costOf(site, path, TOGETHER));
    }
  return paths.map((path) => [
    `\`${path}\``,
    spread(fresh.get(path) ?? [], { digits: 2, ...(limit && { limit }) }),
    figure(spread(again.get(path) ?? []).value, { digits: 2 }),
  ]);
}

async function costOf(site: BenchSite, path: string, times: number): Promise<number> {
  const before = await processorTimeAtRest(site.pid);
  for (let time = 0; time < times; time += 1) await ask(site, path);
  // Work after the response, such as compression for the next reader, counts too.
  await sleep(2);
  return ((await processorTimeAtRest(site.pid)) - before) / times;
}

async function ask(site: BenchSite, path: string): Promise<void> {
  const response = await fetch(site.url + path, {
    headers: { cookie: site.visitor, 'accept-encoding': 'br' },
  });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  await response.arrayBuffer();
}
