import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitRequest } from '../day/visit.ts';
import { Connection, textOf } from '../load/connection.ts';
import { exponential, pick } from '../load/random.ts';
import { answerJobs } from '../process/jobs.ts';
import type { Sort } from './requests.ts';

/* Sends requests from a separate process: browsers at many IP addresses, with keep-alive connections. */

/** First job of the process. */
export interface Preparation {
  port: number;
  sorts: Sort[];
}

/**
 * Sends for `duration` ms: `rate` requests a second at random times, or one request at a time by each of
 * `people`.
 */
export type SendJob = { duration: number } & ({ rate: number } | { people: number });

/** A request with an unexpected result. */
export interface Failure {
  /** End of the request, in epoch ms. */
  at: number;
  /** Kind of the request, and its status or the connection's error. */
  what: string;
  path: string;
}

/** Results of requests that ended within a job. Requests in progress at its end count in the next one. */
export interface Slice {
  requests: number;
  /** Number of responses by latency, in tenths of ms. */
  times: [tenths: number, count: number][];
  failures: Failure[];
  /** Number of requests sent again because their keep-alive connection had just been closed. */
  repeated: number;
}

const ADDRESSES = 64;
/** Timeout of a request, in ms. */
const PATIENCE = 30_000;
/** Limit of requests in progress. Further ones are not sent. */
const MAX_UNDER_WAY = 1_500;

class NoResponse extends Error {
  override message = `without a response for ${PATIENCE / 1000} s`;
}

/** Other systems than Linux need configuration for addresses in 127.0.0.0/8. */
const addresses = Array.from({ length: ADDRESSES }, (_, n) =>
  process.platform === 'linux' ? `127.77.0.${n + 1}` : undefined,
);
const idle = new Map(addresses.map((address) => [address, [] as Connection[]]));
let prepared: Preparation | undefined;
let underWay = 0;
let times = new Map<number, number>();
let slice = { requests: 0, failures: [] as Failure[], repeated: 0 };

async function run(job: Preparation | SendJob): Promise<Slice | null> {
  if ('sorts' in job) {
    prepared = job;
    return null;
  }
  if ('rate' in job) await sendAtRate(job.rate, job.duration);
  else await sendInTurn(job.people, job.duration);
  const ended = { ...slice, times: [...times] };
  slice = { requests: 0, failures: [], repeated: 0 };
  times = new Map();
  return ended;
}

async function sendAtRate(rate: number, duration: number): Promise<void> {
  const begun = performance.now();
  for (let next = exponential(1000 / rate); next < duration; next += exponential(1000 / rate)) {
    const wait = begun + next - performance.now();
    if (wait > 0) await sleep(wait);
    void sendOne();
  }
  await sleep(Math.max(0, begun + duration - performance.now()));
}

async function sendInTurn(people: number, duration: number): Promise<void> {
  const until = performance.now() + duration;
  const person = async () => {
    while (performance.now() < until) await sendOne();
  };
  await Promise.all(Array.from({ length: people }, person));
}

async function sendOne(): Promise<void> {
  const request = choose();
  slice.requests += 1;
  const fail = (how: string | number) =>
    slice.failures.push({ at: Date.now(), what: `${request.kind} ${how}`, path: request.path });
  if (underWay >= MAX_UNDER_WAY) {
    fail('not sent: too many requests are pending');
    await sleep(1);
    return;
  }
  underWay += 1;
  const since = performance.now();
  try {
    const status = await send(request);
    const tenths = Math.round((performance.now() - since) * 10);
    times.set(tenths, (times.get(tenths) ?? 0) + 1);
    if (status !== request.status) fail(status);
  } catch (error) {
    fail((error as Error).message);
  } finally {
    underWay -= 1;
  }
}

function choose(): VisitRequest {
  const sorts = prepared?.sorts ?? [];
  let left = Math.random() * sorts.reduce((sum, { share }) => sum + share, 0);
  for (const { share, requests } of sorts) {
    left -= share;
    if (left < 0) return pick(requests);
  }
  throw new Error('There is nothing to send.');
}

/**
 * Sends like a browser: over a keep-alive connection, and again over a new one if that had just been closed.
 */
async function send(request: VisitRequest): Promise<number> {
  // The server accepts only reports that are newer than the stored one.
  const body = request.body?.replace(/"at":\d+/, `"at":${Date.now()}`);
  const port = prepared?.port as number;
  const text = textOf(port, { ...request, ...(body && { body }) });
  const address = pick(addresses);
  const open = idle.get(address) as Connection[];
  for (let connection = open.pop(); connection; connection = open.pop()) {
    if (connection.isClosed) continue;
    try {
      const status = await ask(connection, text);
      open.push(connection);
      return status;
    } catch (error) {
      if (connection.hasBegun || error instanceof NoResponse) throw error;
      slice.repeated += 1;
      break;
    }
  }
  const connection = await Connection.open(port, address);
  const status = await ask(connection, text);
  open.push(connection);
  return status;
}

async function ask(connection: Connection, text: Buffer): Promise<number> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    connection.close();
  }, PATIENCE);
  try {
    return await connection.ask(text);
  } catch (error) {
    throw isLate ? new NoResponse() : error;
  } finally {
    clearTimeout(timer);
  }
}

answerJobs(run);
