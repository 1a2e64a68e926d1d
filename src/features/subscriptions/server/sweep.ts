import type { Db } from '#platform/database/open.ts';

const DAY = 24 * 60 * 60_000;
/** The provider repeats a notice for three days; we remember it for much longer. */
const NOTICES_KEPT = 90 * DAY;
/** A checkout that nobody paid tells only who once hesitated. */
const UNPAID_KEPT = 30 * DAY;

/** Forgets notices that cannot come again, and checkouts that came to nothing. */
export async function sweepSubscriptions(db: Db): Promise<void> {
  const now = Date.now();
  await db
    .deleteFrom('payment_events')
    .where('received_at', '<', now - NOTICES_KEPT)
    .execute();
  await db
    .deleteFrom('subscriptions')
    .where('status', '=', 'abandoned')
    .where('next_check_at', 'is', null)
    .where('activated_at', 'is', null)
    .where('updated_at', '<', now - UNPAID_KEPT)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(
            eb
              .selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.subscription_id', '=', 'subscriptions.id'),
          ),
          eb.exists(
            eb
              .selectFrom('payment_events')
              .select('payment_events.id')
              .whereRef('payment_events.subscription_id', '=', 'subscriptions.id'),
          ),
        ]),
      ),
    )
    .execute();
}
