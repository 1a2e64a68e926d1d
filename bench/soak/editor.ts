import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Person } from '../../faults/person.ts';
import { ADMIN } from '../../faults/site-node.ts';
import type { Failure } from './senders.ts';

/** Interval of writes, time limit until a reader sees one, and interval of the reader's requests, in ms. */
const EVERY = 1_000;
const SEEN_WITHIN = 2_000;
const LOOK_EVERY = 50;

export interface EditCounts {
  /** Number of acknowledged writes, and of those that the reader did not see in time. */
  writes: number;
  unseen: number;
}

/**
 * An administrator who changes an ocean's description each second, and a reader at another IP address who
 * reads it.
 */
export class Editor {
  #counts: EditCounts = { writes: 0, unseen: 0 };
  readonly #url: string;
  readonly #admin: Person;
  readonly #oceans: readonly number[];
  #onFailure: (failure: Failure) => void = () => undefined;
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  private constructor(url: string, admin: Person, oceans: readonly number[]) {
    [this.#url, this.#admin, this.#oceans] = [url, admin, oceans];
  }

  static async signIn(url: string): Promise<Editor> {
    const admin = new Person(url);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const reader = new Person(url);
    const oceans = (await reader.must('GET', '/api/oceans')) as { id: number }[];
    reader.leave();
    // Writes are sequential, so that none overwrites a text that the reader still expects.
    const ids = oceans.map(({ id }) => id);
    if (ids.length * EVERY <= SEEN_WITHIN) throw new Error('There are too few oceans to write to.');
    return new Editor(url, admin, ids);
  }

  start(): void {
    this.#timer = setInterval(() => {
      const write = this.#write().catch((error: Error) => this.#fail('failed', error.message));
      this.#underWay.add(write);
      void write.finally(() => this.#underWay.delete(write));
    }, EVERY);
  }

  /** Resets the counts, and reports failures from now on. */
  countFrom(onFailure: (failure: Failure) => void): Readonly<EditCounts> {
    this.#onFailure = onFailure;
    this.#counts = { writes: 0, unseen: 0 };
    return this.#counts;
  }

  /** Resolves after the check of the last write. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#admin.leave();
  }

  async #write(): Promise<void> {
    this.#count += 1;
    const path = `/api/oceans/${this.#oceans[this.#count % this.#oceans.length]}`;
    const description = `The same ocean, described anew for the ${this.#count}. time.`;
    const response = await this.#ask(() => this.#admin.call('PUT', path, { description }));
    if (response?.status !== 200) return this.#fail('edit', path, response);
    this.#counts.writes += 1;
    const until = performance.now() + SEEN_WITHIN;
    const reader = new Person(this.#url);
    try {
      while (performance.now() < until) {
        const seen = await this.#ask(() => reader.send('GET', path));
        if (seen?.status !== 200) this.#fail('look', path, seen);
        else if (seen.body.includes(description)) return;
        await sleep(LOOK_EVERY);
      }
      this.#counts.unseen += 1;
    } finally {
      reader.leave();
    }
  }

  /** Repeats requests whose connection was lost, because nginx closes open connections when it reloads. */
  #ask(send: () => Promise<Answer>): Promise<Answer | undefined> {
    return send().catch(() => send().catch(() => undefined));
  }

  #fail(kind: string, path: string, response?: Answer): void {
    this.#onFailure({ at: Date.now(), what: `${kind} ${response?.status ?? 'closed'}`, path });
  }
}
