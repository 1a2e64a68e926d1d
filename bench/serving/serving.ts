import type { Options } from '../groups.ts';
import { LoadGenerator } from '../load/load.ts';
import { withCleanup } from '../process/cleanup.ts';
import { canPin } from '../process/cores.ts';
import { engines } from '../process/engines.ts';
import { say } from '../process/progress.ts';
import { startBenchSite } from '../process/site.ts';
import { median, ratios } from '../report/statistics.ts';
import { type Cell, figure, spread, type Table } from '../report/table.ts';
import { type Compared, compareServing, type Pace } from './compare.ts';
import {
  cachedRequests,
  fewCachedRequests,
  type MeasuredRequest,
  nameOf,
  personalRequests,
} from './measured-requests.ts';

/** Limits of requests per second and p99, as ratios to bare node:http. */
const RATE = { atLeast: 0.75 };
const TAIL = { atMost: 2 };
const PACE: Pace = { rounds: 5, round: 300, warmUp: 400 };
const QUICK: Pace = { rounds: 2, round: 150, warmUp: 150 };
/** Share of its core above which the load generator may be the bottleneck. */
const TOO_BUSY = 0.95;

/** Compares the serving rate with bare node:http and nginx sending the same bytes. */
export function measure({ quick }: Options): Promise<Table[]> {
  const pace = quick ? QUICK : PACE;
  const some = (requests: readonly MeasuredRequest[]) => (quick ? requests.slice(0, 1) : requests);
  return withCleanup(async (later) => {
    const generator = new LoadGenerator();
    later(() => generator.stop());
    const tables: Table[] = [];
    const table = (title: string, requests: readonly MeasuredRequest[], limited: boolean, where = {}) =>
      withCleanup(async (after) => {
        const site = await startBenchSite({ alone: true, ...where });
        after(() => site.stop());
        tables.push(tableOf(title, await compareServing(site, generator, requests, pace), limited));
      });
    for (const { engine, name, newUrl, stop } of engines()) {
      later(stop);
      if (engine === 'postgres' && quick) continue;
      say(`serving on ${name}`);
      const requests = engine === 'sqlite' ? cachedRequests : fewCachedRequests;
      await table(`Cached responses, ${name}`, some(requests), true, { databaseUrl: await newUrl() });
      await table(`Personal responses, ${name}`, some(personalRequests), false, {
        databaseUrl: await newUrl(),
      });
    }
    if (!quick)
      await table('Cached responses with a log line for each', fewCachedRequests.slice(0, 1), false, {
        environment: { LOG_LEVEL: 'debug' },
      });
    const [last] = tables.slice(-1);
    if (last) last.note = howTaken(generator.busiest);
    return tables;
  });
}

function tableOf(title: string, compared: readonly Compared[], limited: boolean): Table {
  return {
    title,
    columns: [
      'Request',
      'Bytes',
      'Requests/s',
      'Of bare',
      'p50 ms',
      'p99 ms',
      'p99, times bare',
      'Of nginx',
      'Processor, of bare',
    ],
    rows: compared.map((one) => rowOf(one, limited)),
  };
}

function rowOf({ request, bytes, ours, bare, nginx }: Compared, limited: boolean): Cell[] {
  const rates = ours.map(({ rate }) => rate);
  const tails = ours.map(({ p99 }) => p99);
  const rate = ratios(
    rates,
    bare.map((load) => load.rate),
  );
  const tail = ratios(
    tails,
    bare.map((load) => load.p99),
  );
  const files = ratios(
    rates,
    nginx.map((load) => load.rate),
  );
  const processor = ratios(
    bare.map((load) => load.processor),
    ours.map((load) => load.processor),
  );
  return [
    nameOf(request),
    figure(bytes),
    figure(median(rates)),
    spread(rate, { digits: 2, ...(limited && { limit: RATE }) }),
    figure(median(ours.map(({ p50 }) => p50)), { digits: 2 }),
    figure(median(tails), { digits: 2 }),
    spread(tail, { digits: 2, ...(limited && { limit: TAIL }) }),
    nginx.length === 0 ? '' : figure(median(files), { digits: 2 }),
    figure(median(processor), { digits: 2 }),
  ];
}

function howTaken(busiest: number): string {
  const cores = canPin
    ? 'Server and load had a core each.'
    : 'The server and the load could not be held to a core each: **expect noise**.';
  const share = `The load took ${Math.round(busiest * 100)} % of its core at most`;
  return busiest > TOO_BUSY
    ? `${cores} ${share}: **what was fastest (nginx) may be faster still**.`
    : `${cores} ${share}.`;
}
