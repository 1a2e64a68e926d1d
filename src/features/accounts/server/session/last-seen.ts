import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { Log } from '#platform/http/observe/log.ts';

/** Time in ms between writes. Notes of a whole second would make one long statement. */
const WRITE_AFTER = 100;

/**
 * Collects which sessions were used, and writes them ten times a second in one statement, because a write for
 * each request would often cost more than the response. A killed process loses the last tenth of a second.
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

  /** Notes the use of a session by the hash of its id. */
  note(idHash: string): void {
    this.#seen.add(idHash);
    this.#schedule();
  }

  /** Writes the collected notes. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    clearTimeout(this.#timer);
    await this.#write();
  }

  /** Limits writes to one at a time: those to a slow database would occupy its connections. */
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
      // The session's next request notes it again. Other code already logs an unavailable database.
      if (!(error instanceof DatabaseUnavailable))
        this.#log.warn({ err: error }, 'the last use of sessions could not be stored');
    }
  }
}
