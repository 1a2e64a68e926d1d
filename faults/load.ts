import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, Person } from './person.ts';
import { judge, type Outcome, type Writer } from './writer.ts';

/* People at work on the site: they read and write, and wait for an answer before asking again. */

export interface Tally {
  done: number;
  refused: number;
  lost: number;
  /** Each wrong answer in a line. */
  wrong: string[];
  /** Milliseconds that the slowest answer took. */
  slowest: number;
}

export interface LoadSetup {
  url: string;
  writers: readonly Writer[];
  people: number;
  /** Which part of what they do is writing: 0 to 1. */
  writes: number;
  /** Told of every outcome, at once. */
  onOutcome?: (outcome: Outcome) => void;
}

/** What visitors ask for, and what has to be in the answer. */
const PAGES: readonly [path: string, content: string][] = [
  ['/api/oceans', '"title":'],
  ['/api/tree', '"waves":'],
  ['/api/explore/keywords', '['],
  ['/app', '</html>'],
  ['/oceans/1', '</html>'],
];

/** After an answer that was no good nobody asks again within these ms. */
const PAUSE = 50;

export class Load {
  readonly tally: Tally = { done: 0, refused: 0, lost: 0, wrong: [], slowest: 0 };
  readonly #people: Promise<void>[];
  readonly #onOutcome: (outcome: Outcome) => void;
  #stopping = false;

  constructor({ url, writers, people, writes, onOutcome = () => {} }: LoadSetup) {
    this.#onOutcome = onOutcome;
    this.#people = Array.from({ length: people }, (_, place) => this.#work(url, writers, writes, place));
  }

  /** Lets everybody finish what they began. */
  async stop(): Promise<Tally> {
    this.#stopping = true;
    await Promise.all(this.#people);
    return this.tally;
  }

  async #work(url: string, writers: readonly Writer[], share: number, place: number): Promise<void> {
    const person = new Person(url);
    // Each begins elsewhere, so that not all do the same at the same time.
    for (let at = place; !this.#stopping; at += 1) {
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

/** Waits until the site answers a read, and throws when that takes too long; answers in how many ms. */
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
