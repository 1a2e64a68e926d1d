import { setImmediate } from 'node:timers/promises';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import { importBatch } from './import-batch.ts';

interface Log {
  warn(details: object, message: string): void;
}

interface JobSetup {
  db: Db;
  publicUrl: () => string;
  wakeMailSender: () => void;
}

/** Polling interval in ms: imports of other nodes, and of dead ones. */
const INTERVAL = 2_000;
/** How long a dead node holds the lease, in ms. */
const LEASE = 5_000;

/** Imports members in the background, on one node at a time. */
export class MemberImportJob {
  readonly #setup: JobSetup;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(setup: JobSetup, log: Log) {
    this.#setup = setup;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), INTERVAL);
    this.#timer.unref();
    void this.wake();
  }

  /** Looks for running imports now, not at the next poll. Resolves when there are none. */
  wake(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    this.#round ??= this.#work()
      .catch((error) => this.#log.warn({ err: error }, 'an import of members is interrupted'))
      .finally(() => {
        this.#round = undefined;
      });
    return this.#round;
  }

  /** Stops after the current batch. The next node goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#round;
  }

  async #work(): Promise<void> {
    // A lease lasts longer than its work: without an import, the next one would wait for it.
    if ((await runningImport(this.#setup.db)) === undefined) return;
    await withLease(this.#setup.db, 'member-import', LEASE, (lost) =>
      importMembers(this.#setup, AbortSignal.any([lost, this.#stopping.signal])),
    );
  }
}

/** Imports the members of all running imports, one import after the other. */
export async function importMembers(
  { db, publicUrl, wakeMailSender }: JobSetup,
  signal?: AbortSignal,
): Promise<void> {
  for (let id = await runningImport(db); id !== undefined; id = await runningImport(db)) {
    while (!signal?.aborted && (await importBatch(db, id, publicUrl()))) {
      wakeMailSender();
      // SQLite answers at once: without this turn, other requests would wait for the whole import.
      await setImmediate();
    }
    if (signal?.aborted) return;
  }
}

const runningImport = async (db: Db): Promise<number | undefined> =>
  (
    await db
      .selectFrom('member_imports')
      .select('id')
      .where('state', '=', 'running')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id;
