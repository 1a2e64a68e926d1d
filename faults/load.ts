import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, Person } from './person.ts';
import { judge, type Outcome, type Writer } from './writer.ts';

/* Load by simulated people. Each reads and writes, and waits for the response before the next request. */

export interface Tally {
  done: number;
  /** Number of requests that the busy site shed. */
  shed: number;
  refused: number;
  lost: number;
  /** One line per wrong response. */
  wrong: string[];
  /** Slowest response, in ms. */
  slowest: number;
}

interface LoadSetup {
  url: string;
  writers: readonly Writer[];
  people: number;
  /** Share of writes, 0 to 1. */
  writes: number;
  /** Called with every outcome. */
  onOutcome?: (outcome: Outcome) => void;
}

/** Paths of reads, and a text in each response. */
const PAGES: readonly [path: string, content: string][] = [
  ['/api/oceans', '"title":'],
  ['/api/tree', '"waves":'],
  ['/api/explore/keywords', '['],
  ['/app', '</html>'],
  ['/oceans/1', '</html>'],
];

/** Pause after a failed request, in ms. */
const PAUSE = 50;

export class Load {
  readonly tally: Tally = { done: 0, shed: 0, refused: 0, lost: 0, wrong: [], slowest: 0 };
  readonly #people: Promise<void>[];
  readonly #onOutcome: (outcome: Outcome) => void;
  #stopping = false;

  constructor({ url, writers, people, writes, onOutcome = () => {} }: LoadSetup) {
    this.#onOutcome = onOutcome;
    this.#people = Array.from({ length: people }, (_, index) => this.#work(url, writers, writes, index));
  }

  /** Stops the load after the requests in progress. */
  async stop(): Promise<Tally> {
    this.#stopping = true;
    await Promise.all(this.#people);
    return this.tally;
  }

  async #work(url: string, writers: readonly Writer[], share: number, index: number): Promise<void> {
    const person = new Person(url);
    // Each person starts at another path, so that not all request the same at once.
    for (let at = index; !this.#stopping; at += 1) {
      const written = Math.floor((at + 1) * share);
      const writer = written > Math.floor(at * share) ? writers[written % writers.length] : undefined;
      await this.#book(() => (writer ? writer.write() : read(person, at)));
    }
    person.leave();
  }

  async #book(action: () => Promise<Outcome>): Promise<void> {
    const begun = performance.now();
    const outcome = await action();
    if (outcome.is === 'nothing') return void (await sleep(1));
    this.tally.slowest = Math.max(this.tally.slowest, performance.now() - begun);
    if (outcome.is === 'wrong') this.tally.wrong.push(outcome.what);
    else this.tally[outcome.is] += 1;
    this.#onOutcome(outcome);
    if (outcome.is !== 'done') await sleep(PAUSE);
  }
}

async function read(person: Person, at: number): Promise<Outcome> {
  const [path, content] = PAGES[at % PAGES.length] ?? ['/', ''];
  const { outcome, answer } = await judge(person.send('GET', path), 200);
  if (outcome.is !== 'done' || answer?.body.includes(content)) return outcome;
  return { is: 'wrong', what: `${path} answered without what it is for` };
}

/** Waits until a read succeeds and returns the ms it took. Throws on a time-out. */
export async function untilServed(url: string, within: number): Promise<number> {
  const begun = performance.now();
  const person = new Person(url);
  try {
    while (performance.now() - begun < within) {
      try {
        if ((await person.send('GET', '/readyz')).status === 200) return performance.now() - begun;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
      await sleep(20);
    }
  } finally {
    person.leave();
  }
  throw new Error(`${url} is not ready after ${within / 1000} s.`);
}
