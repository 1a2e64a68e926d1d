import type { Db } from '#platform/database/open.ts';
import { ProviderUnavailable } from './provider.ts';
import { type RefreshSetup, refresh } from './refresh.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** How often due subscriptions are looked for without being asked, in ms. */
const LOOK_EVERY = 15_000;
/** While one node asks about a subscription, no other does, for this many ms. */
const LEASE = 60_000;
/** After failed attempts: doubling from 10 s up to an hour. It is never given up: somebody may have paid. */
const pauseAfter = (failures: number) => Math.min(10_000 * 2 ** Math.min(failures, 20), 60 * 60_000);

/**
 * Repairs what was missed: a tab that was closed after paying, a notice that never came, an outage. It asks the
 * provider about every subscription whose time has come, on whichever node comes first.
 */
export class Reconciler {
  readonly #setup: RefreshSetup;
  readonly #log: Log;
  readonly #mailsQueued: () => void;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;

  constructor(setup: RefreshSetup, log: Log, mailsQueued: () => void = () => {}) {
    this.#setup = setup;
    this.#log = log;
    this.#mailsQueued = mailsQueued;
  }

  start(): void {
    this.#timer = setInterval(() => void this.settle(), LOOK_EVERY);
    this.#timer.unref();
    void this.settle();
  }

  /** Asks about all that are due; ends when none is. Calls that come meanwhile share the round. */
  settle(): Promise<void> {
    this.#round ??= this.#work()
      .catch((error) => this.#log.warn({ err: error }, 'the subscriptions could not be looked through'))
      .finally(() => {
        this.#round = undefined;
      });
    return this.#round;
  }

  /** Finishes the subscription at hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const due = await takeDue(this.#setup.db);
      if (!due) return;
      try {
        await refresh(this.#setup, due.id);
        this.#mailsQueued();
      } catch (error) {
        const away = error instanceof ProviderUnavailable;
        this.#log.warn(
          { err: error, subscription: due.id, failures: due.failed_checks },
          away ? 'the payment provider does not answer' : 'a subscription could not be settled',
        );
        await this.#setup.db
          .updateTable('subscriptions')
          .set({ next_check_at: Date.now() + pauseAfter(due.failed_checks) })
          .where('id', '=', due.id)
          // Unless somebody wants it to be asked sooner: a notice has come meanwhile.
          .where('next_check_at', '=', due.next_check_at)
          .execute();
      }
    }
  }
}

/** Takes the one that has waited longest for this node: one statement decides between several. */
function takeDue(
  db: Db,
): Promise<{ id: number; failed_checks: number; next_check_at: number | null } | undefined> {
  const now = Date.now();
  return db
    .updateTable('subscriptions')
    .set((eb) => ({ next_check_at: now + LEASE, failed_checks: eb('failed_checks', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(1),
    )
    .where('next_check_at', '<=', now)
    .returning(['id', 'failed_checks', 'next_check_at'])
    .executeTakeFirst();
}
