import type { CatalogueVersion } from '../database/catalogue-version.ts';
import { KeptAnswer, type Produced } from './kept-answer.ts';

const DAY = 24 * 60 * 60_000;
/** Of the whole, what answers to queries may take: there are as many of them as there are texts to search for. */
const SHARE_OF_QUERIES = 0.25;
/** An answer beyond this share of its part would push out too many others. */
const LARGEST_SHARE = 0.125;
/** Addresses beyond this many characters are nobody's bookmark. */
const LONGEST_KEY = 1_000;

export interface KeptCounts {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

interface Flight {
  version: number;
  day: number;
  answer: Promise<KeptAnswer>;
}

/**
 * Answers that depend on nothing but their address, the catalogue's version, the day (pages show it) and the reader's
 * tier, which their key says. All of them go when the version or the day changes; the longest unused go when the room
 * is full. See docs/decisions/0009-ready-bytes.md.
 */
export class KeptAnswers {
  readonly version: CatalogueVersion;
  hits = 0;
  misses = 0;
  #version = -1;
  #day = 0;
  readonly #plain: Shelf;
  readonly #queried: Shelf;
  readonly #flights = new Map<string, Flight>();

  /** `room` is the most bytes that may be kept. */
  constructor(version: CatalogueVersion, room: number) {
    this.version = version;
    this.#plain = new Shelf(room * (1 - SHARE_OF_QUERIES));
    this.#queried = new Shelf(room * SHARE_OF_QUERIES);
  }

  get counts(): KeptCounts {
    const { hits, misses } = this;
    return {
      hits,
      misses,
      entries: this.#plain.entries + this.#queried.entries,
      bytes: this.#plain.bytes + this.#queried.bytes,
    };
  }

  /** What is kept under a key for this version. */
  find(version: number, key: string): KeptAnswer | undefined {
    this.#turnTo(version);
    return this.#shelfOf(key).take(key);
  }

  /**
   * The kept answer, or one that is made now: once, however many ask meanwhile. The version is read before the work
   * begins, so that a write during it moves on from the version that the answer is kept under. Errors are not kept.
   */
  async answer(key: string, produce: () => Promise<Produced>): Promise<KeptAnswer> {
    const version = await this.version.current();
    if (version === undefined) return new KeptAnswer(await produce());
    const kept = this.find(version, key);
    if (kept) {
      this.hits += 1;
      return kept;
    }
    const flight = this.#flights.get(key);
    if (flight && flight.version === version && flight.day === this.#day) return flight.answer;
    this.misses += 1;
    const begun: Flight = { version, day: this.#day, answer: produce().then((made) => new KeptAnswer(made)) };
    this.#flights.set(key, begun);
    try {
      const answer = await begun.answer;
      if (answer.status === 200 && this.#version === version && this.#day === begun.day)
        this.#shelfOf(key).put(key, answer);
      return answer;
    } finally {
      if (this.#flights.get(key) === begun) this.#flights.delete(key);
    }
  }

  /** To be told when a kept answer gets another form. */
  grown = (key: string, answer: KeptAnswer, bytes: number): void =>
    this.#shelfOf(key).grown(key, answer, bytes);

  #turnTo(version: number): void {
    const day = Math.floor(Date.now() / DAY);
    if (version === this.#version && day === this.#day) return;
    this.#version = version;
    this.#day = day;
    this.#plain.clear();
    this.#queried.clear();
  }

  #shelfOf = (key: string): Shelf => (key.includes('?') ? this.#queried : this.#plain);
}

/** A map that forgets what has not been asked for the longest, once it is full. */
class Shelf {
  bytes = 0;
  readonly #room: number;
  readonly #answers = new Map<string, KeptAnswer>();

  constructor(room: number) {
    this.#room = room;
  }

  get entries(): number {
    return this.#answers.size;
  }

  take(key: string): KeptAnswer | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    // A map keeps the order of insertion: the first is the longest unused.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  put(key: string, answer: KeptAnswer): void {
    if (key.length > LONGEST_KEY || answer.size > this.#room * LARGEST_SHARE) return;
    this.#remove(key);
    this.#answers.set(key, answer);
    this.bytes += answer.size;
    this.#makeRoom();
  }

  grown(key: string, answer: KeptAnswer, bytes: number): void {
    if (this.#answers.get(key) !== answer) return;
    this.bytes += bytes;
    this.#makeRoom();
  }

  clear(): void {
    this.#answers.clear();
    this.bytes = 0;
  }

  #makeRoom(): void {
    for (const key of this.#answers.keys()) {
      if (this.bytes <= this.#room) return;
      this.#remove(key);
    }
  }

  #remove(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.bytes -= answer.size;
  }
}
