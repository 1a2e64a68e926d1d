import { withLease } from '#platform/database/lease.ts';
import { letterSettings } from './letter-settings.ts';
import { allowance, type LetterSetup, queueDue } from './queue-letters.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** Interval between looks for due letters, in ms. */
const INTERVAL = 60_000;
/** Letters of one transaction. */
const BATCH = 50;

/** Queues due letters in the background, on one node at a time. */
export class LetterJob {
  readonly #setup: LetterSetup;
  readonly #log: Log;
  readonly #wakeMailSender: () => void;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;
  #stopped = false;

  constructor(setup: LetterSetup, log: Log, wakeMailSender: () => void) {
    this.#setup = setup;
    this.#log = log;
    this.#wakeMailSender = wakeMailSender;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#round(), INTERVAL);
    this.#timer.unref();
    void this.#round();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#run;
  }

  /** Queues the due letters of now, within the limit per hour. For one node, which has the lease. */
  async queueDue(signal?: AbortSignal): Promise<number> {
    const settings = await letterSettings(this.#setup.db);
    if (!settings.offered) return 0;
    let left = await allowance(this.#setup.db, settings.perHour);
    let total = 0;
    while (left > 0 && !this.#stopped && !signal?.aborted) {
      const { due, queued } = await queueDue(this.#setup, settings, Math.min(left, BATCH));
      if (due === 0) break;
      left -= queued;
      total += queued;
      if (queued > 0) this.#wakeMailSender();
    }
    return total;
  }

  #round(): Promise<void> {
    // Shorter than the interval, so that a single node gets the lease each time.
    this.#run ??= withLease(this.#setup.db, 'letters', 0.9 * INTERVAL, (signal) => this.queueDue(signal))
      .then(
        () => {},
        (error) => this.#log.warn({ err: error }, 'due letters could not be queued'),
      )
      .finally(() => {
        this.#run = undefined;
      });
    return this.#run;
  }
}
