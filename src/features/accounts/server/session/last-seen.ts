import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { Log } from '#platform/http/observe/log.ts';

/** Longest time that a note waits to be written, in ms. All notes of a second would be one long statement. */
const WRITE_AFTER = 100;

/**
 * Collects which sessions were seen, and writes that ten times a second in one statement: a write for each
 * request would often cost more than the response. A kill loses the last tenth of a second.
 */
export class LastSeen {
  readonly #db: Db;
  readonly #log: Log;
  readonly #seen = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Notes a session by the hash of its id. */
  note(idHash: string): void {
    this.#seen.add(idHash);
    this.#schedule();
  }

  /** Writes what is noted. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    clearTimeout(this.#timer);
    await this.#write();
  }

  /** One write at a time: those of a slow database would take up its connections. */
  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#write().then(() => {
        this.#timer = undefined;
        if (this.#seen.size > 0) this.#schedule();
      });
    }, WRITE_AFTER).unref();
  }

  async #write(): Promise<void> {
    if (this.#seen.size === 0) return;
    const hashes = [...this.#seen];
    this.#seen.clear();
    try {
      await this.#db
        .updateTable('sessions')
        .set({ last_seen_at: Date.now() })
        .where(isOneOf(this.#db, 'id_hash', hashes))
        .execute();
    } catch (error) {
      // The session's next request notes it again. A database that is away is logged where it is noticed.
      if (!(error instanceof DatabaseUnavailable))
        this.#log.warn({ err: error }, 'when sessions were last seen could not be written');
    }
  }
}
