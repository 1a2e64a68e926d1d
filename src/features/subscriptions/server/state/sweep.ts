import { deleteInParts } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';
import { OPEN_EVENT_STATES } from '#platform/database/payment-tables.ts';
import { DAY } from '#platform/text/time-units.ts';

/**
 * Time in ms to keep webhook events, whose ids are idempotency keys. The provider repeats an event for three
 * days only.
 */
const EVENT_RETENTION = 90 * DAY;
/** Time in ms to keep unpaid checkouts, which are personal data without further use. */
const UNPAID_RETENTION = 30 * DAY;

/** Deletes old webhook events, and abandoned checkouts without payments or events. */
export async function sweepSubscriptions(db: Db): Promise<void> {
  const now = Date.now();
  await deleteInParts((limit) =>
    db
      .deleteFrom('payment_events')
      .where('id', 'in', (events) =>
        events
          .selectFrom('payment_events')
          .select('id')
          .where('received_at', '<', now - EVENT_RETENTION)
          .where((eb) => eb.or([eb('state', 'is', null), eb('state', 'not in', OPEN_EVENT_STATES)]))
          .orderBy('received_at')
          .limit(limit),
      )
      .executeTakeFirst(),
  );
  await deleteInParts((limit) =>
    db
      .deleteFrom('subscriptions')
      .where('id', 'in', abandoned(db, now - UNPAID_RETENTION).limit(limit))
      .executeTakeFirst(),
  );
}

/** Selects checkouts abandoned before `end` that have no payments and no events. */
const abandoned = (db: Db, end: number) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', '=', 'abandoned')
    .where('next_check_at', 'is', null)
    .where('terms_check_at', 'is', null)
    .where('activated_at', 'is', null)
    .where('updated_at', '<', end)
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
    );
