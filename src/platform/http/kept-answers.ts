import type { CatalogueVersion } from '../database/catalogue-version.ts';
import { KeptAnswer, type Produced } from './kept-answer.ts';
import type { Tier } from './reader.ts';

const DAY = 24 * 60 * 60_000;
/** Of the whole, what answers to queries may take: there are as many of them as there are texts to search for. */
const SHARE_OF_QUERIES = 0.25;
/** An answer beyond this share of its part would push out too many others. */
const LARGEST_SHARE = 0.125;
/** Addresses beyond this many characters are nobody's bookmark. */
const LONGEST_URL = 1_000;

/** For whom an answer is the same: a tier, or those of it whose browser has entered. */
export type Readers = Tier | `${Tier}+`;

/** What an answer is kept under. */
export interface KeptKey {
  readers: Readers;
  url: string;
}

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
 * Answers that depend on nothing but their address, the catalogue's version, the day (pages show it) and the readers
 * that their key names. All of them go when the version or the day changes; when the room is full, those that have not
 * been asked for lately. See docs/decisions/0009-ready-bytes.md.
 */
export class KeptAnswers {
  readonly version: CatalogueVersion;
  hits = 0;
  misses = 0;
  #version = -1;
  #day = 0;
  /** Two steps instead of one name for both: no text has to be put together for each request. */
  readonly #entries = new Map<Readers, Map<string, Entry>>();
  readonly #plain: Shelf;
  readonly #queried: Shelf;
  readonly #flights = new Map<string, Flight>();

  /** `room` is the most bytes that may be kept. */
  constructor(version: CatalogueVersion, room: number) {
    this.version = version;
    this.#plain = new Shelf(room * (1 - SHARE_OF_QUERIES), this.#forget);
    this.#queried = new Shelf(room * SHARE_OF_QUERIES, this.#forget);
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
  find(version: number, readers: Readers, url: string): KeptAnswer | undefined {
    this.#turnTo(version);
    const entry = this.#entries.get(readers)?.get(url);
    if (entry === undefined) return undefined;
    entry.wasAsked = true;
    return entry.answer;
  }

  /**
   * The kept answer, or one that is made now: once, however many ask meanwhile. The version is read before the work
   * begins, so that a write during it moves on from the version that the answer is kept under. Errors are not kept.
   */
  async answer(key: KeptKey, produce: () => Promise<Produced>): Promise<KeptAnswer> {
    const version = await this.version.current();
    if (version === undefined) return new KeptAnswer(await produce());
    const kept = this.find(version, key.readers, key.url);
    if (kept) {
      this.hits += 1;
      return kept;
    }
    const name = `${key.readers} ${key.url}`;
    const flight = this.#flights.get(name);
    if (flight && flight.version === version && flight.day === this.#day) return flight.answer;
    this.misses += 1;
    const begun: Flight = { version, day: this.#day, answer: produce().then((made) => new KeptAnswer(made)) };
    this.#flights.set(name, begun);
    try {
      const answer = await begun.answer;
      if (answer.status === 200 && this.#version === version && this.#day === begun.day)
        this.#keep(key, answer);
      return answer;
    } finally {
      if (this.#flights.get(name) === begun) this.#flights.delete(name);
    }
  }

  /** To be told when a kept answer gets another form. */
  grown = ({ readers, url }: KeptKey, answer: KeptAnswer, bytes: number): void => {
    const entry = this.#entries.get(readers)?.get(url);
    if (entry?.answer === answer) this.#shelfOf(url).grown(bytes);
  };

  #keep(key: KeptKey, answer: KeptAnswer): void {
    const { readers, url } = key;
    const shelf = this.#shelfOf(url);
    if (url.length > LONGEST_URL || !shelf.fits(answer)) return;
    let entries = this.#entries.get(readers);
    if (entries === undefined) {
      entries = new Map();
      this.#entries.set(readers, entries);
    }
    const replaced = entries.get(url);
    if (replaced) shelf.remove(replaced);
    const entry = { key, answer, wasAsked: false };
    entries.set(url, entry);
    shelf.put(entry);
  }

  #forget = ({ key: { readers, url } }: Entry): void => {
    this.#entries.get(readers)?.delete(url);
  };

  #turnTo(version: number): void {
    const day = Math.floor(Date.now() / DAY);
    if (version === this.#version && day === this.#day) return;
    this.#version = version;
    this.#day = day;
    this.#entries.clear();
    this.#plain.clear();
    this.#queried.clear();
  }

  #shelfOf = (url: string): Shelf => (url.includes('?') ? this.#queried : this.#plain);
}

interface Entry {
  readonly key: KeptKey;
  readonly answer: KeptAnswer;
  /** Since it was put there, or since room was last looked for. */
  wasAsked: boolean;
}

/** The order in which entries leave once there is no room: the oldest, but one that was asked for is passed over once. */
class Shelf {
  bytes = 0;
  readonly #room: number;
  readonly #left: (entry: Entry) => void;
  readonly #order = new Set<Entry>();

  constructor(room: number, left: (entry: Entry) => void) {
    this.#room = room;
    this.#left = left;
  }

  get entries(): number {
    return this.#order.size;
  }

  fits = (answer: KeptAnswer): boolean => answer.size <= this.#room * LARGEST_SHARE;

  put(entry: Entry): void {
    this.#order.add(entry);
    this.grown(entry.answer.size);
  }

  grown(bytes: number): void {
    this.bytes += bytes;
    this.#makeRoom();
  }

  remove(entry: Entry): void {
    this.#order.delete(entry);
    this.bytes -= entry.answer.size;
    this.#left(entry);
  }

  clear(): void {
    this.#order.clear();
    this.bytes = 0;
  }

  #makeRoom(): void {
    for (const entry of this.#order) {
      if (this.bytes <= this.#room) return;
      if (entry.wasAsked) {
        entry.wasAsked = false;
        this.#order.delete(entry);
        this.#order.add(entry);
      } else this.remove(entry);
    }
  }
}
