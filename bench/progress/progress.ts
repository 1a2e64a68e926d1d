import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database/open.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { type Latencies, LoadGenerator, type Stream } from '../load/load.ts';
import { withCleanup } from '../process/cleanup.ts';
import { engines } from '../process/engines.ts';
import { say } from '../process/progress.ts';
import { type BenchSite, startBenchSite } from '../process/site.ts';
import { pooled } from '../report/statistics.ts';
import { type Cell, figure, type Table } from '../report/table.ts';
import { addLearners, type Learner, reportOf, storedReports } from './members.ts';

/*
 * Measures the effect of members' progress reports on other readers. One node sends cached responses, with
 * and without reports in turns.
 */

const MEMBERS = 5_000;
/** Reports per second of that many members, each reporting once a minute. */
const REPORTS = MEMBERS / 60;
/** Cached responses per second, far below a node's maximum, so that p99 is latency and not queueing. */
const CACHED = 200;
/** Limit of p99, as a ratio to p99 without reports. */
const TAIL = { atMost: 1.5 };

interface Pace {
  rounds: number;
  /** Seconds of each round and of the warm-up. */
  round: number;
  warmUp: number;
}

/** Short turns, so that disturbances of the machine affect both sides. */
const PACE: Pace = { rounds: 15, round: 3, warmUp: 5 };
const QUICK: Pace = { rounds: 1, round: 2, warmUp: 1 };
/** Reports per second while the latest ones are sent again, which is not timed. */
const REPEATED = 250;
/** Milliseconds between two turns. */
const REST = 300;

/** Measures p99 of cached responses with 5,000 reporting members, as a ratio to p99 without reports. */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const generator = new LoadGenerator();
    later(() => generator.stop());
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const rows: Cell[][] = [];
    for (const { engine, name, newUrl, stop } of engines()) {
      later(stop);
      if (engine === 'postgres' && quick) continue;
      say(`progress on ${name}`);
      const url = (await newUrl()) ?? `sqlite:${join(folder, 'progress.db')}`;
      rows.push([name, ...(await cellsOf(url, generator, quick ? QUICK : PACE))]);
    }
    return [
      {
        title: `Cached responses while ${MEMBERS.toLocaleString('en')} members report their progress`,
        columns: [
          'Node on',
          'p50 without, ms',
          'p50 with, ms',
          'p99 without, ms',
          'p99 with, ms',
          'p99, times without',
          'p99 of the reports, ms',
          'Rows',
          'Rows after the same again',
        ],
        rows,
      },
    ];
  });
}

function cellsOf(databaseUrl: string, generator: LoadGenerator, pace: Pace): Promise<Cell[]> {
  return withCleanup(async (later) => {
    const site = await startBenchSite({ alone: true, databaseUrl });
    later(() => site.stop());
    const { db, close } = await openDatabase(databaseUrl);
    later(close);
    const learners = await addLearners(db, MEMBERS);
    const send = (seconds: number, ...streams: Stream[]) =>
      generator.steady(site.url, seconds * 1000, streams);

    const reporting = [...learners];
    const reported: Learner[] = [];
    /** Returns the reports of the next members, so that each member reports once. */
    const nextReports = (seconds: number) => {
      const next = reporting.splice(0, Math.round(REPORTS * seconds));
      reported.push(...next);
      return reportsOf(next);
    };
    await send(pace.warmUp, cachedOf(site, pace.warmUp), nextReports(pace.warmUp));
    const without: Latencies[] = [];
    const withReports: Latencies[] = [];
    const reports: Latencies[] = [];
    for (let round = 0; round < pace.rounds; round += 1) {
      await sleep(REST);
      const [alone] = await send(pace.round, cachedOf(site, pace.round));
      await sleep(REST);
      const [beside, own] = await send(pace.round, cachedOf(site, pace.round), nextReports(pace.round));
      if (!alone || !beside || !own) throw new Error('A stream was not measured.');
      without.push(alone);
      withReports.push(beside);
      reports.push(own);
    }

    const rows = await storedReports(db);
    if (rows !== reported.length) throw new Error(`${reported.length} reports were stored as ${rows} rows`);
    await send(reported.length / REPEATED, reportsOf(reported));
    const rowsAgain = figure(await storedReports(db), { limit: { atMost: rows } });

    const ms = (list: readonly Latencies[], part: number) => figure(pooled(list, part), { digits: 2 });
    return [
      ms(without, 0.5),
      ms(withReports, 0.5),
      ms(without, 0.99),
      ms(withReports, 0.99),
      figure(pooled(withReports, 0.99) / pooled(without, 0.99), { digits: 2, limit: TAIL }),
      ms(reports, 0.99),
      figure(rows),
      rowsAgain,
    ];
  });
}

const reportsOf = (learners: readonly Learner[]): Stream => ({
  requests: learners.map(reportOf),
  count: learners.length,
  status: 204,
});

/** Returns requests for a list and a page, of a visitor and of a member. */
function cachedOf(site: BenchSite, seconds: number): Stream {
  const paths = ['/api/oceans', '/waves/1'];
  const headers = { 'accept-encoding': 'br' };
  const requests = paths.flatMap((path) =>
    [site.visitor, site.free].map((cookie) => ({ method: 'GET', path, headers: { ...headers, cookie } })),
  );
  return { requests, count: Math.round(CACHED * seconds), status: 200 };
}
