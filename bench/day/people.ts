import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, textOf } from '../load/connection.ts';
import { exponential, pick } from '../load/random.ts';
import { answerJobs } from '../process/jobs.ts';
import type { Act, PersonKind, RequestKind, Visit, VisitRequest } from './visit.ts';

/*
 * Simulates the people in a separate process. Visits begin at random moments, however long responses take.
 * Each person pauses between two presses, and has their own connections, as a browser does.
 */

/** A member's browser, with its cookies and token. */
export interface Member {
  cookie: string;
  csrfToken: string;
}

export interface DayJob {
  /** Ports of the nodes. All requests of a visit go to one node. */
  ports: number[];
  visits: Record<PersonKind, Visit>;
  /** Visits per second. */
  arrivals: Record<PersonKind, number>;
  members: Member[];
  /** Mean pause between two presses, in ms. */
  thinking: number;
  /** Visits that begin in the first `warmUp` ms are not counted. Visits begin until `duration` ms. */
  warmUp: number;
  duration: number;
}

export interface DayResult {
  visits: number;
  /** Latencies in ms, by kind. */
  times: Record<RequestKind, number[]>;
  /** Number of errors by kind. */
  errors: Record<string, number>;
}

/** Connections of a browser to a site. */
const CONNECTIONS = 6;

const anAddress = () => `10.${[0, 0, 0].map(() => 1 + Math.floor(Math.random() * 254)).join('.')}`;

async function run(job: DayJob): Promise<DayResult> {
  const result: DayResult = { visits: 0, times: { page: [], call: [], write: [], file: [] }, errors: {} };
  const under = (['newcomer', 'member'] as const).map((kind) => arrive(job, kind, result));
  await Promise.all(under);
  return result;
}

/** Starts visits of a kind, and resolves when the last one has ended. */
async function arrive(job: DayJob, kind: PersonKind, result: DayResult): Promise<void> {
  const begun = performance.now();
  const under: Promise<void>[] = [];
  let next = 0;
  for (;;) {
    next += exponential(1000 / job.arrivals[kind]);
    if (next > job.duration) break;
    const wait = begun + next - performance.now();
    if (wait > 0) await sleep(wait);
    const counted = next >= job.warmUp;
    if (counted) result.visits += 1;
    under.push(new Person(job, kind, counted ? result : undefined).visit());
  }
  await Promise.all(under);
}

class Person {
  readonly #job: DayJob;
  readonly #acts: Visit;
  readonly #result: DayResult | undefined;
  readonly #headers: Record<string, string>;
  readonly #csrfToken: string | undefined;
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #all: Connection[] = [];

  constructor(job: DayJob, kind: PersonKind, result: DayResult | undefined) {
    const member = kind === 'member' ? pick(job.members) : undefined;
    this.#job = job;
    this.#acts = job.visits[kind];
    this.#result = result;
    this.#port = pick(job.ports);
    this.#csrfToken = member?.csrfToken;
    this.#headers = { 'x-forwarded-for': anAddress(), ...(member && { cookie: member.cookie }) };
  }

  async visit(): Promise<void> {
    try {
      for (const [index, act] of this.#acts.entries()) {
        if (index > 0) await sleep(exponential(this.#job.thinking));
        await this.#do(act, index);
      }
    } finally {
      for (const connection of this.#all) connection.close();
    }
  }

  /** Sends the first request alone, because its response, the page, refers to the others. */
  async #do([first, ...others]: Act, index: number): Promise<void> {
    if (!first) return;
    // From the second page on, a newcomer has entered an address.
    if (!this.#headers.cookie && index > 0) this.#headers.cookie = 'stillwater_entered=1';
    await this.#ask(first);
    const waiting = [...others];
    const askInTurn = async () => {
      for (let request = waiting.shift(); request; request = waiting.shift()) await this.#ask(request);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askInTurn));
  }

  async #ask(request: VisitRequest): Promise<void> {
    const headers = { ...request.headers, ...this.#headers };
    if (headers['csrf-token'] && this.#csrfToken) headers['csrf-token'] = this.#csrfToken;
    // The server accepts only reports that are newer than the stored one.
    const body = request.body?.replace(/"at":\d+/, `"at":${Date.now()}`);
    const text = textOf(this.#port, { ...request, headers, ...(body && { body }) });
    const since = performance.now();
    try {
      const status = await this.#send(text);
      this.#result?.times[request.kind].push(performance.now() - since);
      if (status !== request.status) this.#note(`${request.kind} ${request.path}: ${status}`);
    } catch (error) {
      this.#note(`${request.kind}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /**
   * Sends like a browser: over an open connection, and again over a new one if the site has just closed it.
   */
  async #send(text: Buffer): Promise<number> {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      if (kept.isClosed) continue;
      const status = await kept.ask(text).catch(() => undefined);
      if (status === undefined) break;
      this.#idle.push(kept);
      return status;
    }
    const connection = await this.#open();
    const status = await connection.ask(text);
    this.#idle.push(connection);
    return status;
  }

  async #open(): Promise<Connection> {
    const connection = await Connection.open(this.#port);
    this.#all.push(connection);
    return connection;
  }

  #note(error: string): void {
    const { errors } = this.#result ?? { errors: {} as Record<string, number> };
    errors[error] = (errors[error] ?? 0) + 1;
  }
}

answerJobs(run);
