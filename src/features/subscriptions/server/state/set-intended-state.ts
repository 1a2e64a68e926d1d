import { siteDay } from '#features/settings/server/site-day.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { findSubscription, type SubscriptionRow } from '../queries.ts';
import { queueStatusMail } from '../subscription-mails.ts';
import { type ReconcileSetup, reconcileIfAvailable } from './reconcile.ts';
import { hasAnother, latestPaymentAt } from './stop-other-subscriptions.ts';
import { GRACE_PERIOD } from './subscription-state.ts';
import { lockUser, syncRole } from './sync-role.ts';

const NOTHING_TO_CANCEL = 'There is nothing to cancel. You will not be charged again.';
const TOO_LATE =
  'This cancellation can no longer be undone. You can subscribe again when your paid time ends.';

const ANOTHER_GOES_ON =
  'Another subscription of the same person goes on. Cancel that one first: both would be charged.';

const chargedEarly = (until: string | null) =>
  'The payment provider would charge you again before your paid time ends, so your subscription stays ' +
  `canceled. ${until === null ? '' : `You keep full access until ${until}. `}` +
  'You can subscribe again then.';

/** The intended state before each change, the statuses that allow it, and the error for any other. */
const CHANGES = {
  pause: {
    from: 'renew',
    statuses: ['active', 'past_due'],
    refusal: () => new HttpError('nothing-to-cancel', NOTHING_TO_CANCEL),
  },
  renew: {
    from: 'pause',
    statuses: ['cancelled'],
    refusal: () => new HttpError('too-late-to-resume', TOO_LATE),
  },
} as const;

/**
 * Cancels a subscription (`pause`) or undoes that (`renew`). Stores the intended state before the call to the
 * provider, so that the reconciler retries after a failure. 409 when the state does not allow the change.
 * `record` runs in the transaction of a change.
 */
export async function setIntendedState(
  setup: ReconcileSetup,
  stored: SubscriptionRow,
  intended: 'pause' | 'renew',
  record: (db: Db) => Promise<void> = async () => {},
): Promise<SubscriptionRow> {
  const { db, publicUrl, provider } = setup;
  const { from, statuses, refusal } = CHANGES[intended];
  // After the billing date, the renewal may be paid, and its event late. The mail names the end of paid time.
  const isDue = intended === 'pause' && (stored.paid_through ?? Number.MAX_SAFE_INTEGER) <= Date.now();
  const row = isDue ? await reconcileIfAvailable(setup, stored) : stored;
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, row.user_id);
    // A known payment counts as earlier than the cancellation, even when our clock was set back.
    const refundAfter = Math.max(now, await latestPaymentAt(transaction, row.id));
    const changed = await transaction
      .updateTable('subscriptions')
      .set((eb) => ({
        wish: intended,
        next_check_at: now,
        updated_at: now,
        version: eb('version', '+', 1),
        ...(intended === 'pause'
          ? {
              status: 'cancelled',
              paused_at: now,
              refund_after: refundAfter,
              next_payment_at: null,
              access_until: eb.ref('paid_through'),
            }
          : // An outage of the provider may outlast the paid time.
            { status: 'active', access_until: eb('paid_through', '+', GRACE_PERIOD) }),
      }))
      .where('id', '=', row.id)
      .where('wish', '=', from)
      .where('status', 'in', statuses)
      // A failed first payment opens nothing, and the provider retries it.
      .where((eb) =>
        eb.or([
          eb('access_until', '>', now),
          eb.and([eb('status', '=', 'past_due'), eb('paid_through', 'is', null)]),
        ]),
      )
      .where((eb) => eb.or([eb('refused_action', 'is', null), eb('refused_action', '!=', 'resume')]))
      .returningAll()
      .executeTakeFirst();
    if (!changed) {
      // A repeated press finds the intended state already stored.
      const present = await findSubscription(transaction, row.id);
      const isDone = (intended === 'renew') === (present?.status === 'active');
      if (present?.wish === intended && isDone) return;
      throw refusal();
    }
    if (intended === 'renew' && (await hasAnother(transaction, changed, now)))
      throw new HttpError('already-subscribed', ANOTHER_GOES_ON);
    await syncRole(transaction, row.user_id, now);
    await queueStatusMail(transaction, row, changed, publicUrl(), provider.cardUrl);
    await record(transaction);
  });
  const reconciled = await reconcileIfAvailable(setup, row);
  if (intended === 'renew' && reconciled.wish !== 'renew') {
    const isFinal = reconciled.wish === 'stop' || reconciled.refused_action === 'resume';
    const until = reconciled.paid_through === null ? null : (await siteDay(db))(reconciled.paid_through);
    throw new HttpError('too-late-to-resume', isFinal ? TOO_LATE : chargedEarly(until));
  }
  return reconciled;
}
