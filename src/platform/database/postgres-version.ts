import pg from 'pg';
import { type CatalogueVersion, readVersion } from './catalogue-version.ts';
import { VERSION_CHANNEL } from './dialect.ts';
import type { Db } from './open.ts';

/** What was heard or read this many ms ago is not believed any more, whatever the listening connection does. */
const BELIEVED_FOR = 1_000;
/** The listening connection is asked this often (ms), so that its silence is noticed before it lasts that long. */
const BEAT = 400;
/** Without an answer for this many ms it counts as broken and is made anew. */
const SILENT_FOR = 5_000;
const RECONNECT_AFTER = 1_000;
/** A read that takes longer (ms) counts as failed. */
const ASK_WITHIN = 2_000;
/** While reads fail nobody waits for them any more, and one in this many ms is tried. */
const ASK_EVERY = 500;
/**
 * How long what is kept may still be served while the database does not answer at all, in ms: nothing can be written
 * then either, unless only this node is cut off, and `/readyz` takes such a one out of the balancer's rotation.
 */
const LAST_KNOWN_FOR = 10 * 60_000;

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

/** Rejects when the answer takes longer (ms). */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Listens on a connection of its own for what writers on all nodes announce as they commit. While that connection is
 * down or silent, the row is read instead, so that no answer is ever more than a second behind.
 */
export class PostgresVersion implements CatalogueVersion {
  readonly #url: string;
  readonly #db: Db;
  #version: number | undefined;
  /** When the question was sent whose answer the version is. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** Counts what has been heard since: an answer to an older question says nothing any more. */
  #heard = 0;
  #asking: Promise<number | undefined> | undefined;
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
    if (now - this.#confirmedAt < BELIEVED_FOR) return this.#version;
    // The last try has just failed: nobody waits for the next one.
    if (this.#failedAt > this.#confirmedAt) {
      if (now - this.#failedAt > ASK_EVERY) void this.#ask();
      return this.#lastKnown(now);
    }
    return this.#ask();
  }

  moved(): void {
    this.#heard += 1;
    this.#version = undefined;
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
    this.#failedAt = Number.NEGATIVE_INFINITY;
    // A question that is on its way may have been answered before the write.
    this.#asking = undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.end().catch(() => {});
  }

  #lastKnown = (now: number) => (now - this.#confirmedAt < LAST_KNOWN_FOR ? this.#version : undefined);

  #confirm(version: number, askedAt: number): void {
    this.#version = version;
    this.#confirmedAt = askedAt;
  }

  /** Reads the row through the pool, once for all who ask meanwhile. */
  #ask(): Promise<number | undefined> {
    if (this.#asking) return this.#asking;
    const asking = this.#read().finally(() => {
      if (this.#asking === asking) this.#asking = undefined;
    });
    this.#asking = asking;
    return asking;
  }

  async #read(): Promise<number | undefined> {
    const askedAt = performance.now();
    const heard = this.#heard;
    try {
      const version = await within(ASK_WITHIN, readVersion(this.#db));
      if (this.#heard === heard) this.#confirm(version, askedAt);
      return version;
    } catch {
      const now = performance.now();
      if (this.#heard === heard) this.#failedAt = now;
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
      connectionTimeoutMillis: SILENT_FOR,
      keepAlive: true,
    });
    this.#listener = client;
    let over = false;
    const again = () => {
      if (over) return;
      over = true;
      client.end().catch(() => {});
      void sleep(RECONNECT_AFTER).then(() => this.#listen());
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ payload }) => {
      this.#heard += 1;
      // After a write of our own the row is read: this may be about an earlier one of another node.
      if (this.#version !== undefined) this.#confirm(Number(payload), performance.now());
    });
    try {
      await client.connect();
      await client.query(`listen ${VERSION_CHANNEL}`);
      while (!over && !this.#closed) {
        await this.#beat(client);
        await sleep(BEAT);
      }
    } catch {
      again();
    }
  }

  /** Throws when the connection is broken or does not answer. */
  async #beat(client: pg.Client): Promise<void> {
    const askedAt = performance.now();
    const heard = this.#heard;
    const { rows } = await within(
      SILENT_FOR,
      client.query<{ version: number }>('select version from catalogue_version where id = 1'),
    );
    if (rows[0] && this.#heard === heard) this.#confirm(rows[0].version, askedAt);
  }
}
