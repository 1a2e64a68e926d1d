import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database/open.ts';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { freePort } from '#test/free-port.ts';
import { findVarnish, startVarnish } from '#test/shared-cache/shared-caches.ts';
import { seedMembers } from '../../scripts/seed/seed-members.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { askFor } from '../process/jobs.ts';
import { postmasterOf } from '../process/postmaster.ts';
import { say } from '../process/progress.ts';
import { startBenchSite } from '../process/site.ts';
import { treeTime } from '../process/tree-usage.ts';
import { addLearners, type Learner } from '../progress/members.ts';
import { percentile } from '../report/statistics.ts';
import { type Cell, figure, type Table } from '../report/table.ts';
import { costTable, type DayCost } from './cost.ts';
import { MEMBERS, PEAK, THINKING } from './model.ts';
import type { DayJob, DayResult } from './people.ts';
import type { PersonKind, RecordVisits, RequestKind, Visit } from './visit.ts';

/*
 * The busiest quarter of an hour of a site with a million members: the evening, while a letter is delivered.
 * Many simulated people repeat visits that were recorded in a real browser. One node, two nodes, and two
 * nodes behind Varnish serve them, over one PostgreSQL database with a million members.
 */

/** Imported by name like the groups, because browser code is checked with other types than this file. */
const RECORDER: string = '../browser/record-visits.ts';
/** Number of signed-in browsers. */
const SIGNED_IN = 5_000;
/** Multiples of the peak. They increase until the pages' p99 exceeds PAGE_P99, in ms, or a request fails. */
const FACTORS = [1, 2, 4, 8, 16];
const PAGE_P99 = 1_000;
/** Length of a run in ms, and its uncounted beginning. A visit lasts half a minute. */
const RUN = { duration: 60_000, warmUp: 20_000 };
const QUICK_RUN = { duration: 4_000, warmUp: 1_000 };

const ARRANGEMENTS = [
  { name: 'one node', nodes: 1, behindVarnish: false },
  { name: 'two nodes', nodes: 2, behindVarnish: false },
  { name: 'two nodes behind Varnish', nodes: 2, behindVarnish: true },
] as const;
type Arrangement = (typeof ARRANGEMENTS)[number];

interface Scene {
  postgres: RunningPostgres;
  databaseUrl: string;
  learners: Learner[];
  quick: boolean;
}

/**
 * Measures latency, errors and cost at the peak, and the highest multiple of the peak that this machine
 * serves.
 */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    if (!findVarnish()) throw new Error('Varnish with its modules is not installed.');
    const postgres = await startPostgres();
    later(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase();
    // The first start creates the tables and the demo catalogue.
    await (await startBenchSite({ databaseUrl })).stop();
    const members = quick ? 1_000 : MEMBERS;
    say(`inserting ${members} members into PostgreSQL`);
    const { db, close } = await openDatabase(databaseUrl);
    await seedMembers(db, { members, rowsEach: 10 });
    const learners = await addLearners(db, quick ? 50 : SIGNED_IN);
    await close();
    const scene: Scene = { postgres, databaseUrl, learners, quick };
    const rows: Cell[][] = [];
    const costs: DayCost[] = [];
    let visits: Record<PersonKind, Visit> | undefined;
    for (const arrangement of ARRANGEMENTS) {
      const measured = await measureArrangement(arrangement, scene, visits);
      visits = measured.visits;
      rows.push(...measured.rows);
      costs.push({ name: arrangement.name, ...measured.cost });
    }
    return [visitsTable(visits as Record<PersonKind, Visit>), peakTable(rows, members), costTable(costs)];
  });
}

function measureArrangement(
  { name, nodes, behindVarnish }: Arrangement,
  { postgres, databaseUrl, learners, quick }: Scene,
  recorded: Record<PersonKind, Visit> | undefined,
) {
  return withCleanup(async (later) => {
    const port = await freePort();
    const environment = {
      TRUST_PROXY: '127.0.0.1',
      ...(behindVarnish && { CACHE_PURGE_URLS: `http://127.0.0.1:${port}/` }),
    };
    const sites = [];
    for (let node = 0; node < nodes; node += 1) {
      const site = await startBenchSite({ databaseUrl, environment, account: accountOf(name, node) });
      later(() => site.stop());
      sites.push(site);
    }
    const own = sites.map(({ url }) => Number(new URL(url).port));
    const varnish = behindVarnish
      ? await startVarnish(port, [own[0] as number, own[1] as number])
      : undefined;
    later(() => varnish?.stop());
    const { recordVisits } = (await import(RECORDER)) as { recordVisits: RecordVisits };
    const visits = recorded ?? (await recordVisits(sites[0]?.url ?? '', learners[0]?.cookie ?? ''));
    const people = new People();
    later(() => people.stop());
    const watched = {
      nodes: sites.map(({ pid }) => pid),
      database: [await postmasterOf(postgres)],
      cache: varnish ? [varnish.pid] : [],
    };
    const rows: Cell[][] = [];
    let cost: Omit<DayCost, 'name'> | undefined;
    for (const factor of quick ? [1] : FACTORS) {
      say(`${name}, ${factor} times the peak`);
      const job: DayJob = {
        ports: varnish ? [port] : own,
        visits,
        arrivals: { member: PEAK.member * factor, newcomer: PEAK.newcomer * factor },
        members: learners,
        thinking: quick ? 100 : THINKING,
        ...(quick ? QUICK_RUN : RUN),
      };
      const before = await timesOf(watched);
      const result = await people.run(job);
      const after = await timesOf(watched);
      // Visits of the warm-up are not counted but cost as much, so the cost is divided by all visits.
      const begun = (result.visits * job.duration) / (job.duration - job.warmUp);
      const each = (kind: keyof typeof watched) => (after[kind] - before[kind]) / begun;
      cost ??= { nodes: each('nodes'), database: each('database'), cache: each('cache') };
      const pages = percentileOf(result, ['page'], 0.99);
      const errors = Object.values(result.errors).reduce((sum, count) => sum + count, 0);
      rows.push(rowOf(name, factor, job, result));
      if (errors > 0) say(JSON.stringify(result.errors));
      if (errors > 0 || pages > PAGE_P99) break;
      await sleep(2_000);
    }
    if (!cost) throw new Error('Nothing was measured.');
    return { rows, cost, visits };
  });
}

/** Returns a different user name for each node of the run. */
const accountOf = (arrangement: string, node: number) => `${arrangement.replaceAll(' ', '-')}-${node}`;

/** Process that simulates the people. */
class People {
  readonly #process = fork(join(import.meta.dirname, 'people.ts'));

  run(job: DayJob): Promise<DayResult> {
    return askFor(this.#process, job);
  }

  stop(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}

/** Returns the processor time so far, in ms, by part. */
async function timesOf<Part extends string>(watched: Record<Part, number[]>) {
  const times = {} as Record<Part, number>;
  for (const part of Object.keys(watched) as Part[])
    times[part] = (await Promise.all(watched[part].map(treeTime))).reduce((sum, time) => sum + time, 0);
  return times;
}

const percentileOf = ({ times }: DayResult, kinds: readonly RequestKind[], part: number) =>
  percentile(Float64Array.from(kinds.flatMap((kind) => times[kind])).sort(), part);

function rowOf(name: string, factor: number, { duration, warmUp }: DayJob, result: DayResult): Cell[] {
  const requests = Object.values(result.times).reduce((sum, { length }) => sum + length, 0);
  const seconds = (duration - warmUp) / 1000;
  const errors = Object.values(result.errors).reduce((sum, count) => sum + count, 0);
  const ms = (kinds: RequestKind[], part: number) => figure(percentileOf(result, kinds, part), { digits: 1 });
  return [
    `${name}, ${factor} ×`,
    figure(result.visits / seconds, { digits: 1 }),
    figure(requests / seconds),
    ms(['page'], 0.5),
    ms(['page'], 0.99),
    ms(['call'], 0.5),
    ms(['call'], 0.99),
    ms(['write'], 0.99),
    ms(['file'], 0.99),
    figure(errors),
  ];
}

const peakTable = (rows: Cell[][], members: number): Table => ({
  title: `The peak of ${members.toLocaleString('en')} members on this machine, and times it`,
  columns: [
    'Served by',
    'Visits/s',
    'Requests/s',
    'Pages p50, ms',
    'p99',
    'Calls p50, ms',
    'p99',
    'Writes p99, ms',
    'Files p99, ms',
    'Errors',
  ],
  rows,
  note:
    'Nodes, PostgreSQL, Varnish and the people share the machine: a second node adds no processor here. ' +
    `The last row of each is the first with an error or a page in a hundred above ${PAGE_P99} ms.`,
});

function visitsTable(visits: Record<PersonKind, Visit>): Table {
  const count = (visit: Visit, kind: RequestKind) =>
    figure(visit.flat().filter((request) => request.kind === kind).length);
  return {
    title: 'A visit, as a phone’s Chromium made it',
    columns: ['Who', 'Presses', 'Pages', 'Calls', 'Writes', 'Files', 'Visits/s at the peak'],
    rows: (['newcomer', 'member'] as const).map((kind) => [
      kind,
      figure(visits[kind].length),
      count(visits[kind], 'page'),
      count(visits[kind], 'call'),
      count(visits[kind], 'write'),
      count(visits[kind], 'file'),
      figure(PEAK[kind], { digits: 1 }),
    ]),
  };
}
