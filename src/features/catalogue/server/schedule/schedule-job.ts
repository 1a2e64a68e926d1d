import type { Db } from '#platform/database/open.ts';
import { carryOut, isAnythingDue } from './carry-out.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** Interval between looks at the times, in ms. What is due happens on every node within 5 s. */
const INTERVAL = 2_000;

/**
 * Publishes and takes down items at their times. Every node looks; the lock of {@link carryOut} lets one of
 * them act. A lease would only delay the others when that one dies.
 */
export class ScheduleJob {
  readonly #db: Db;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), INTERVAL);
    this.#timer.unref();
    void this.#look();
  }

  /** Stops after the present transaction. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  #look(): Promise<void> {
    this.#round ??= this.#carryOutAll()
      .catch((error) => this.#log.warn({ err: error }, 'items could not be published at their times'))
      .finally(() => {
        this.#round = undefined;
      });
    return this.#round;
  }

  async #carryOutAll(): Promise<void> {
    while (!this.#stopped && (await isAnythingDue(this.#db))) if ((await carryOut(this.#db)) === 0) return;
  }
}
