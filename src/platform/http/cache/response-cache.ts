import type { Registry } from 'prom-client';
import { readingReplica } from '../../database/replica/read-needs.ts';
import type { CatalogueVersion } from '../../database/version/catalogue-version.ts';
import { DAY } from '../../text/time-units.ts';
import { addGauge } from '../observe/metrics.ts';
import type { Tier } from '../serve/reader.ts';
import { CachedResponse, type PlainResponse } from './cached-response.ts';

/** Share of the memory for URLs with a query, so that many searches cannot evict the pages. */
const QUERY_SHARE = 0.25;
/** Share of its partition above which a response is not cached, because it would evict too many others. */
const MAX_SHARE = 0.125;
/** Maximum length of cached URLs, in characters. */
const MAX_URL_LENGTH = 1_000;

/** Readers with equal responses: a tier, or with `+` the part of it whose browser has entered. */
export type Audience = Tier | `${Tier}+`;

export interface CacheKey {
  audience: Audience;
  url: string;
}

interface CacheCounts {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/** A response in production. Equal requests wait for it. */
interface Pending {
  version: number;
  day: number;
  response: Promise<CachedResponse>;
}

/**
 * Caches responses that depend only on URL, catalogue version, day (because pages show dates) and audience. A
 * new version or day drops all entries. See docs/decisions/0009-cached-responses.md.
 */
export class ResponseCache {
  readonly version: CatalogueVersion;
  hits = 0;
  misses = 0;
  /** Whether responses to visitors allow shared caches to store them. */
  isShared = false;
  #version = -1;
  #day = 0;
  /** Nested maps, so that a hit concatenates no strings. */
  readonly #entries = new Map<Audience, Map<string, Entry>>();
  readonly #pages: Partition;
  readonly #queries: Partition;
  readonly #pending = new Map<string, Pending>();

  constructor(version: CatalogueVersion, maxBytes: number) {
    this.version = version;
    this.#pages = new Partition(maxBytes * (1 - QUERY_SHARE), this.#onEvicted);
    this.#queries = new Partition(maxBytes * QUERY_SHARE, this.#onEvicted);
  }

  get counts(): CacheCounts {
    const { hits, misses } = this;
    return {
      hits,
      misses,
      entries: this.#pages.entries + this.#queries.entries,
      bytes: this.#pages.bytes + this.#queries.bytes,
    };
  }

  /** Returns the response cached for this version, or undefined. */
  find(version: number, audience: Audience, url: string): CachedResponse | undefined {
    this.#dropOutdated(version);
    const entry = this.#entries.get(audience)?.get(url);
    if (entry === undefined) return undefined;
    entry.wasHit = true;
    return entry.response;
  }

  /**
   * Returns the cached response, or produces it once for all concurrent requests. Reads the version before
   * the work, so that content from before a write never gets the version after it. Caches only status 200.
   */
  async getOrProduce(key: CacheKey, produce: () => Promise<PlainResponse>): Promise<CachedResponse> {
    const version = await this.version.current();
    if (version === undefined) return new CachedResponse(await produce());
    const cached = this.find(version, key.audience, key.url);
    if (cached) {
      this.hits += 1;
      return cached;
    }
    const name = `${key.audience} ${key.url}`;
    const running = this.#pending.get(name);
    if (running && running.version === version && running.day === this.#day) return running.response;
    this.misses += 1;
    const day = this.#day;
    const pending: Pending = {
      version,
      day,
      // A replica with this version suffices, because the response depends on nothing newer.
      response: readingReplica({ version }, produce).then(
        (plain) => new CachedResponse(plain, { version, day }),
      ),
    };
    this.#pending.set(name, pending);
    try {
      const response = await pending.response;
      if (response.status === 200 && this.#version === version && this.#day === day)
        this.#store(key, response);
      return response;
    } finally {
      if (this.#pending.get(name) === pending) this.#pending.delete(name);
    }
  }

  /** Adds the bytes of a new variant of a cached response. */
  addBytes = ({ audience, url }: CacheKey, response: CachedResponse, bytes: number): void => {
    const entry = this.#entries.get(audience)?.get(url);
    if (entry?.response === response) this.#partitionOf(url).addBytes(bytes);
  };

  #store(key: CacheKey, response: CachedResponse): void {
    const { audience, url } = key;
    const partition = this.#partitionOf(url);
    if (url.length > MAX_URL_LENGTH || !partition.fits(response)) return;
    let entries = this.#entries.get(audience);
    if (entries === undefined) {
      entries = new Map();
      this.#entries.set(audience, entries);
    }
    const replaced = entries.get(url);
    if (replaced) partition.remove(replaced);
    const entry = { key, response, wasHit: false };
    entries.set(url, entry);
    partition.add(entry);
  }

  #onEvicted = ({ key: { audience, url } }: Entry): void => {
    this.#entries.get(audience)?.delete(url);
  };

  #dropOutdated(version: number): void {
    const day = Math.floor(Date.now() / DAY);
    if (version === this.#version && day === this.#day) return;
    this.#version = version;
    this.#day = day;
    this.#entries.clear();
    this.#pages.clear();
    this.#queries.clear();
  }

  #partitionOf = (url: string): Partition => (url.includes('?') ? this.#queries : this.#pages);
}

interface Entry {
  readonly key: CacheKey;
  readonly response: CachedResponse;
  /** Hit since its storage or the last eviction round. */
  wasHit: boolean;
}

/**
 * A bounded part of the cache with second-chance eviction: the oldest entry first, but one with a hit stays
 * for another round.
 */
class Partition {
  bytes = 0;
  readonly #maxBytes: number;
  readonly #onEvicted: (entry: Entry) => void;
  readonly #queue = new Set<Entry>();

  constructor(maxBytes: number, onEvicted: (entry: Entry) => void) {
    this.#maxBytes = maxBytes;
    this.#onEvicted = onEvicted;
  }

  get entries(): number {
    return this.#queue.size;
  }

  fits = (response: CachedResponse): boolean => response.size <= this.#maxBytes * MAX_SHARE;

  add(entry: Entry): void {
    this.#queue.add(entry);
    this.addBytes(entry.response.size);
  }

  addBytes(bytes: number): void {
    this.bytes += bytes;
    this.#evict();
  }

  remove(entry: Entry): void {
    this.#queue.delete(entry);
    this.bytes -= entry.response.size;
    this.#onEvicted(entry);
  }

  clear(): void {
    this.#queue.clear();
    this.bytes = 0;
  }

  #evict(): void {
    for (const entry of this.#queue) {
      if (this.bytes <= this.#maxBytes) return;
      if (entry.wasHit) {
        entry.wasHit = false;
        this.#queue.delete(entry);
        this.#queue.add(entry);
      } else this.remove(entry);
    }
  }
}

/** Adds the cache's gauges. Dashboards read their names, which stay as in the first release. */
export function measureCache(registry: Registry, cache: ResponseCache): void {
  const gauge = (name: string, help: string, read: () => number) =>
    addGauge(registry, { name, help, read, together: 'sum' });
  gauge('cached_responses_hits', 'Requests answered from the cache', () => cache.counts.hits);
  gauge('cached_responses_misses', 'Requests whose response had to be produced', () => cache.counts.misses);
  gauge('cached_responses_entries', 'Cached responses', () => cache.counts.entries);
  gauge('cached_responses_bytes', 'Memory of the cached responses', () => cache.counts.bytes);
}
