import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE } from '../../text/time-units.ts';
import { VERSION_CHANNEL } from '../dialect.ts';
import type { Db } from '../open.ts';
import { type CatalogueVersion, readVersion } from './catalogue-version.ts';

/** Maximum age of a received or read version, in ms. */
const MAX_AGE = 1_000;
/** Interval of reads on the listening connection, in ms. It must be shorter than {@link MAX_AGE}. */
const HEARTBEAT = 400;
/** Timeout of the listening connection's statements, in ms, after which it counts as broken. */
const HEARTBEAT_TIMEOUT = 5_000;
const RECONNECT_AFTER = 1_000;
/** Timeout of a read through the pool, in ms. */
const READ_TIMEOUT = 2_000;
/** Interval of retries while reads fail, in ms. No caller waits for them. */
const RETRY_AFTER = 500;
/**
 * Maximum age of the version while the database does not respond, in ms. Nothing can be written then, unless
 * only this node is cut off, and `/readyz` removes such a node from the load balancer.
 */
const MAX_AGE_OFFLINE = 10 * MINUTE;

/** Rejects when a result takes longer than `ms`. */
async function withTimeout<T>(ms: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), ms);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/**
 * Listens on its own connection for new versions, which commits on all nodes announce. While that connection
 * is down or silent it reads the row instead, so a response is at most a second old.
 */
export class PostgresVersion implements CatalogueVersion {
  readonly #url: string;
  readonly #db: Db;
  #version: number | undefined;
  /** Start of the read that returned the version, or arrival of the notification. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** Number of notifications and invalidations. A read that began before the last one is stale. */
  #changes = 0;
  #reading: Promise<number | undefined> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #listener: pg.Client | undefined;
  #started = false;
  #closed = false;

  constructor(url: string, db: Db) {
    this.#url = url;
    this.#db = db;
  }

  current(): number | undefined | Promise<number | undefined> {
    if (!this.#started) this.#start();
    const now = performance.now();
    if (now - this.#confirmedAt < MAX_AGE) return this.#version;
    // After a failed read no caller waits for the next one.
    if (this.#failedAt > this.#confirmedAt) {
      if (now - this.#failedAt > RETRY_AFTER) void this.#readOnce();
      return this.#lastKnown(now);
    }
    return this.#readOnce();
  }

  invalidate(): void {
    this.#changes += 1;
    this.#version = undefined;
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
    this.#failedAt = Number.NEGATIVE_INFINITY;
    // A read in progress may have seen the row before the write.
    this.#reading = undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.end().catch(() => {});
  }

  #lastKnown = (now: number) => (now - this.#confirmedAt < MAX_AGE_OFFLINE ? this.#version : undefined);

  #confirm(version: number, startedAt: number): void {
    this.#version = version;
    this.#confirmedAt = startedAt;
  }

  /** Reads the row through the pool, once for all simultaneous callers. */
  #readOnce(): Promise<number | undefined> {
    if (this.#reading) return this.#reading;
    const reading = this.#read().finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    this.#reading = reading;
    return reading;
  }

  async #read(): Promise<number | undefined> {
    const startedAt = performance.now();
    const changes = this.#changes;
    try {
      const version = await withTimeout(READ_TIMEOUT, readVersion(this.#db));
      if (this.#changes === changes) this.#confirm(version, startedAt);
      return version;
    } catch {
      const now = performance.now();
      if (this.#changes === changes) this.#failedAt = now;
      return this.#lastKnown(now);
    }
  }

  #start(): void {
    this.#started = true;
    void this.#listen();
  }

  async #listen(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'stillwater-listener',
      connectionTimeoutMillis: HEARTBEAT_TIMEOUT,
      query_timeout: HEARTBEAT_TIMEOUT,
      keepAlive: true,
    });
    this.#listener = client;
    let over = false;
    const again = () => {
      if (over) return;
      over = true;
      client.end().catch(() => {});
      void sleep(RECONNECT_AFTER, undefined, { ref: false }).then(() => this.#listen());
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ payload }) => {
      this.#changes += 1;
      // After an invalidation the row must be read, because this notification may be of an earlier write of
      // another node.
      if (this.#version !== undefined) this.#confirm(Number(payload), performance.now());
    });
    try {
      await client.connect();
      await client.query(`listen ${VERSION_CHANNEL}`);
      while (!over && !this.#closed) {
        await this.#heartbeat(client);
        await sleep(HEARTBEAT, undefined, { ref: false });
      }
    } catch {
      again();
    }
  }

  /** Throws when the connection is broken or does not respond. */
  async #heartbeat(client: pg.Client): Promise<void> {
    const startedAt = performance.now();
    const changes = this.#changes;
    const { rows } = await client.query<{ version: number }>(
      'select version from catalogue_version where id = 1',
    );
    if (rows[0] && this.#changes === changes) this.#confirm(rows[0].version, startedAt);
  }
}
