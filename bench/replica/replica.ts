import { setTimeout as sleep } from 'node:timers/promises';
import { listFavoriteItems, listFavorites } from '#features/favorites/contract/calls.ts';
import { getProgress } from '#features/progress/contract/calls.ts';
import { openDatabase } from '#platform/database/open.ts';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { seedMembers } from '../../scripts/seed/seed-members.ts';
import type { Options } from '../groups.ts';
import { LoadGenerator } from '../load/load.ts';
import { CATALOGUE_PAGES } from '../pages.ts';
import { withCleanup } from '../process/cleanup.ts';
import { postmasterOf } from '../process/postmaster.ts';
import { say } from '../process/progress.ts';
import { type BenchSite, startBenchSite } from '../process/site.ts';
import { treeTime } from '../process/tree-usage.ts';
import { endedChildrenTime } from '../process/usage.ts';
import { median, ratios } from '../report/statistics.ts';
import { type Cell, figure, spread, type Table } from '../report/table.ts';
import { killed, ownWrites } from './trouble.ts';

const ROUNDS = 7;
const MEMBERS = 5_000;
/** Length of the load in a turn, and longest time until the replica has a write, in ms. */
const LOAD = 3_000;
const CAUGHT_UP = 500;

const MEMBERS_CALLS = [listFavorites.path, listFavoriteItems.path, getProgress.path];
const LISTS = [
  '/api/people?order=seen',
  '/api/people?order=since',
  '/api/people/counts',
  '/api/email-signups',
];
/** Number of requests for each page or list in a turn. */
const TIMES = 4;

/** Sends requests of one kind to a node. Returns their number. */
type Turn = (site: BenchSite) => Promise<number>;

interface Servers {
  without: BenchSite;
  with: BenchSite;
  /** Id of the primary's main process. */
  postmaster: number;
}

/** Costs of a thousand requests at the primary. `processor` in ms. */
interface Cost {
  processor: number;
  statements: number;
  /** Requests per second. */
  rate: number;
}

/**
 * Measures the work that a replica takes from the primary, and the effect of a late and a dead replica on
 * readers.
 */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const generator = new LoadGenerator();
    later(() => generator.stop());
    const { primary, replica, databaseUrl } = await startServers(later, quick ? 100 : MEMBERS);
    const replicaUrl = Object.assign(new URL(replica.url), { pathname: new URL(databaseUrl).pathname }).href;
    const start = async (account: string, environment: Record<string, string>) => {
      const site = await startBenchSite({ databaseUrl, environment, account });
      later(() => site.stop());
      return site;
    };
    const servers: Servers = {
      without: await start('without', {}),
      with: await start('with', { DATABASE_REPLICA_URL: replicaUrl }),
      postmaster: await postmasterOf(primary),
    };
    const turns: Record<string, Turn> = {
      'favorites and progress of a member': async ({ url, free }) => {
        const headers = { cookie: free, 'accept-encoding': 'br' };
        const duration = quick ? 300 : LOAD;
        return (await generator.load({ url, paths: MEMBERS_CALLS, headers, duration })).requests;
      },
      'pages not yet cached': askPages,
      'lists of the administration': askLists,
    };
    const rows: Cell[][] = [];
    for (const [name, turn] of Object.entries(turns)) {
      say(`replica: ${name}`);
      rows.push([name, ...(await compare(servers, turn, quick ? 1 : ROUNDS))]);
    }
    const trouble = [
      ...(await ownWrites(servers.with, replica, quick ? 10 : 200)),
      ...(await killed(servers.with, replica, generator, MEMBERS_CALLS)),
    ];
    return [
      {
        title: 'What a thousand requests cost the primary',
        columns: [
          'Requests',
          'Processor without, ms',
          'Processor with, ms',
          'Processor, times without',
          'Statements without',
          'Statements with',
          'Requests/s without',
          'Requests/s with',
        ],
        rows,
        note: 'Both servers, the nodes and the load share this machine: a second server adds no processor.',
      },
      { title: 'A replica that is late, and one that dies', columns: ['Measured', 'Value'], rows: trouble },
    ];
  });
}

/** Starts a primary with members and the demo catalogue, and its replica. */
async function startServers(
  later: (step: () => unknown) => void,
  members: number,
): Promise<{ primary: RunningPostgres; replica: RunningPostgres; databaseUrl: string }> {
  const primary = await startPostgres({ replicated: true });
  later(() => primary.stop());
  const databaseUrl = await primary.createDatabase('site');
  // The first start creates the tables and the demo catalogue.
  await (await startBenchSite({ databaseUrl })).stop();
  const { db, close } = await openDatabase(databaseUrl);
  await seedMembers(db, { members, rowsEach: 10 });
  await close();
  await primary.pause();
  const replica = await startPostgres({ follows: primary });
  later(() => replica.stop());
  await primary.resume();
  return { primary, replica, databaseUrl };
}

/** Measures requests of one kind. Both nodes alternate. */
async function compare(servers: Servers, turn: Turn, rounds: number): Promise<Cell[]> {
  const costs = { without: [] as Cost[], with: [] as Cost[] };
  for (let round = -1; round < rounds; round += 1)
    for (const which of ['without', 'with'] as const) {
      const cost = await costOf(servers[which], servers.postmaster, turn);
      // The first round warms up.
      if (round >= 0) costs[which].push(cost);
    }
  const of = (which: keyof typeof costs, read: (cost: Cost) => number) => costs[which].map(read);
  const both = (read: (cost: Cost) => number) => [
    figure(median(of('without', read))),
    figure(median(of('with', read))),
  ];
  const processor = (cost: Cost) => cost.processor;
  return [
    ...both(processor),
    spread(ratios(of('with', processor), of('without', processor)), { digits: 2 }),
    ...both(({ statements }) => statements),
    ...both(({ rate }) => rate),
  ];
}

async function costOf(site: BenchSite, postmaster: number, turn: Turn): Promise<Cost> {
  const before = { processor: await timeOf(postmaster), statements: await sentToFirst(site) };
  const begun = performance.now();
  const requests = await turn(site);
  const seconds = (performance.now() - begun) / 1000;
  return {
    processor: (((await timeOf(postmaster)) - before.processor) / requests) * 1000,
    statements: (((await sentToFirst(site)) - before.statements) / requests) * 1000,
    rate: requests / seconds,
  };
}

/** Returns a server's processor time in ms, including that of closed connections. */
const timeOf = async (postmaster: number) =>
  (await treeTime(postmaster)) + (await endedChildrenTime(postmaster));

/** Returns the number of statements that a node has sent to the primary. */
async function sentToFirst({ url }: BenchSite): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return sum('database_statement_duration_seconds_count') - sum('database_replica_reads');
}

async function askPages(site: BenchSite): Promise<number> {
  for (let time = 0; time < TIMES; time += 1) {
    await site.write();
    await sleep(CAUGHT_UP);
    for (const path of CATALOGUE_PAGES) {
      const response = await fetch(site.url + path, { headers: { cookie: site.visitor } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    }
  }
  return TIMES * CATALOGUE_PAGES.length;
}

async function askLists(site: BenchSite): Promise<number> {
  for (let time = 0; time < TIMES; time += 1)
    for (const path of LISTS) {
      const response = await site.admin('GET', path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    }
  return TIMES * LISTS.length;
}
