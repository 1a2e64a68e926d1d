import { withLease } from '#platform/database/lease.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { letterSettings } from './letter-settings.ts';
import { mendTimes } from './mend-times.ts';
import { allowance, type LetterSetup, queueDue } from './queue-letters.ts';

/** Polling interval for due letters, in ms. */
const INTERVAL = 60_000;
/** Letters per transaction. */
const BATCH = 50;

/** Queues due letters in the background, on one node at a time. */
export class LetterJob extends RecurringJob {
  readonly #setup: LetterSetup;
  readonly #wakeMailSender: () => void;

  constructor(setup: LetterSetup, log: Log, wakeMailSender: () => void) {
    super({
      interval: INTERVAL,
      atOnce: true,
      log,
      failure: 'due letters could not be queued',
      // The lease is shorter than the interval, so that one node gets it in each round.
      run: () => withLease(setup.db, 'letters', 0.9 * INTERVAL, (signal) => this.queueDue(signal)),
    });
    this.#setup = setup;
    this.#wakeMailSender = wakeMailSender;
  }

  /**
   * Queues the letters that are due now, within the hourly limit. Only the node with the lease may call it.
   */
  async queueDue(signal?: AbortSignal): Promise<number> {
    const settings = await letterSettings(this.#setup.db);
    if (!settings.offered) return 0;
    await mendTimes(this.#setup.db);
    let left = await allowance(this.#setup.db, settings.perHour);
    let total = 0;
    while (left > 0 && !this.stopping.aborted && !signal?.aborted) {
      const { due, queued } = await queueDue(this.#setup, settings, Math.min(left, BATCH));
      if (due === 0) break;
      left -= queued;
      total += queued;
      if (queued > 0) this.#wakeMailSender();
    }
    return total;
  }
}
