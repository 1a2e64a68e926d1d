import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { giveAdminRefunds } from '../manage/give-refunds.ts';
import { countTotals } from '../manage/totals.ts';
import { ProviderUnavailable } from '../provider.ts';
import { giveDueRefunds } from '../refunds/refunder.ts';
import { type ReconcileSetup, reconcile } from './reconcile.ts';

/** Interval between polls for due subscriptions, in ms. */
const POLL_INTERVAL = 15_000;
/** Lease of one node on a subscription, in ms. */
const LEASE = 60_000;
/** Exponential backoff in ms: 10 s to an hour. Retries never end, because the reader may have paid. */
const backoffAfter = (failures: number) => Math.min(10_000 * 2 ** failures, HOUR);

/**
 * Reconciles due subscriptions with the provider in the background, on any node. Repairs what requests and
 * webhook events missed: a tab closed after paying, a lost event, an outage.
 */
export class Reconciler extends RecurringJob {
  readonly #setup: ReconcileSetup;
  readonly #log: Log;
  readonly #wakeMailSender: () => void;

  constructor(setup: ReconcileSetup, log: Log, wakeMailSender: () => void = () => {}) {
    super({
      interval: POLL_INTERVAL,
      atOnce: true,
      log,
      failure: 'subscriptions could not be counted',
      run: async () => {
        await this.reconcileDue();
        if (!this.stopping.aborted) await countTotals(setup.db);
      },
    });
    this.#setup = setup;
    this.#log = log;
    this.#wakeMailSender = wakeMailSender;
  }

  /** Reconciles until nothing is due, then gives the due refunds. */
  reconcileDue(): Promise<void> {
    return this.#work().catch((error) =>
      this.#log.warn({ err: error }, 'due subscriptions could not be read'),
    );
  }

  async #work(): Promise<void> {
    await this.#reconcileAll();
    if (this.stopping.aborted) return;
    if (await giveDueRefunds(this.#setup, this.#log)) this.#wakeMailSender();
    if (await giveAdminRefunds(this.#setup, this.#log)) this.#wakeMailSender();
  }

  async #reconcileAll(): Promise<void> {
    while (!this.stopping.aborted) {
      const due = await leaseNextDue(this.#setup.db);
      if (!due) return;
      try {
        await reconcile(this.#setup, due.id);
        this.#wakeMailSender();
      } catch (error) {
        const isUnavailable = error instanceof ProviderUnavailable;
        const wait = Math.max(backoffAfter(due.failed_checks), (isUnavailable && error.retryAfter) || 0);
        this.#log.warn(
          { err: error, subscription: due.id, failures: due.failed_checks },
          isUnavailable ? 'the payment provider is unavailable' : 'a subscription could not be reconciled',
        );
        await this.#setup.db
          .updateTable('subscriptions')
          .set({ [due.column]: Date.now() + wait })
          .where('id', '=', due.id)
          // A webhook event in between has set an earlier time, which stays.
          .where(due.column, '=', due.at)
          .execute();
      }
    }
  }
}

interface Due {
  id: number;
  failed_checks: number;
  column: 'next_check_at' | 'terms_check_at';
  at: number | null;
}

const leaseNextDue = async (db: Db): Promise<Due | undefined> =>
  (await leaseBy(db, 'next_check_at')) ?? leaseBy(db, 'terms_check_at');

/** Leases the subscription that is overdue longest. A single statement, so that only one node gets it. */
async function leaseBy(db: Db, column: Due['column']): Promise<Due | undefined> {
  const now = Date.now();
  const leased = await db
    .updateTable('subscriptions')
    .set((eb) => ({ [column]: now + LEASE, failed_checks: eb('failed_checks', '+', 1) }))
    .where('id', '=', (eb) =>
      eb.selectFrom('subscriptions').select('id').where(column, '<=', now).orderBy(column).limit(1),
    )
    .where(column, '<=', now)
    .returning(['id', 'failed_checks', `${column} as at`])
    .executeTakeFirst();
  return leased && { ...leased, column };
}
