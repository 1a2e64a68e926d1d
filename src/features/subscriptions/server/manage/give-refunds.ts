import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { DAY } from '#platform/text/time-units.ts';
import { recordReturn } from '../payments/record-return.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { findSubscription, scheduleCheckNow } from '../queries.ts';
import { backoffAfter, giveAll, leaseRefund } from '../refunds/lease-refund.ts';
import { adminRefundMail } from '../refunds/refund-mail.ts';
import type { ReconcileSetup } from '../state/reconcile.ts';
import { addressOf } from '../subscription-mails.ts';
import type { AdminRefund } from './order-refund.ts';

/**
 * The provider forgets idempotency keys after 30 days (PayPal's description of sales; 45 for captures). A
 * later call might refund again.
 */
export const GIVE_UP_AFTER = 14 * DAY;
const GIVEN_UP =
  'The provider did not answer for 14 days. Look at the payment there before you refund it again.';
const ALREADY = 'The provider says that this payment was refunded already.';

/** Gives the due refunds of administrators. Returns whether any was due. */
export const giveAdminRefunds = (setup: ReconcileSetup, log: Log): Promise<boolean> =>
  giveAll(setup.db, 'admin_refunds', setup.provider.name, (refund) => give(setup, refund, log));

/** Gives one refund now, unless another node is giving it. */
export async function giveAdminRefund(setup: ReconcileSetup, id: number, log: Log): Promise<void> {
  const refund = await leaseRefund(setup.db, 'admin_refunds', setup.provider.name, id);
  if (refund) await give(setup, refund, log);
}

async function give(setup: ReconcileSetup, refund: AdminRefund, log: Log): Promise<void> {
  const { db, provider } = setup;
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  const { cents, currency } = payment;
  if (refund.created_at < Date.now() - GIVE_UP_AFTER) return refuse(db, refund, GIVEN_UP);
  const part = cents === refund.cents || currency === null ? undefined : { cents: refund.cents, currency };
  try {
    const id = await provider.refund(payment.provider_id, refund.request_id, part);
    // A payment that was refunded in full already did not get its partial refund by this call.
    if (id === null && part !== undefined) await refuse(db, refund, ALREADY);
    else await settle(setup, refund, id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof ProviderRefused;
    log.warn(
      { err: error, refund: refund.id },
      isRefused ? 'a refund was refused' : 'a refund failed and will be retried',
    );
    if (isRefused) return refuse(db, refund, message);
    const retryAfter = (error instanceof ProviderUnavailable && error.retryAfter) || 0;
    await db
      .updateTable('admin_refunds')
      .set({
        last_error: message,
        updated_at: Date.now(),
        next_attempt_at: Date.now() + Math.max(backoffAfter(refund.attempts), retryAfter),
      })
      .where('id', '=', refund.id)
      .where('status', '=', 'due')
      .execute();
  }
}

/** Ends the attempts. The refund becomes a task of the administrators. */
async function refuse(db: Db, refund: AdminRefund, message: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('admin_refunds')
      .set({ status: 'refused', next_attempt_at: null, last_error: message, updated_at: Date.now() })
      .where('id', '=', refund.id)
      .where('status', '=', 'due')
      .execute();
    // The provider's list shows a refund made on the provider's own page.
    await scheduleCheckNow(transaction, refund.subscription_id);
  });
}

/** Records a refund that was given, and queues its mail, in one transaction. */
async function settle(
  { db, publicUrl }: ReconcileSetup,
  refund: AdminRefund,
  providerId: string | null,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // First, because it locks the row: another transaction records this refund's event entirely before or
    // after.
    await scheduleCheckNow(transaction, refund.subscription_id);
    const settled = await transaction
      .updateTable('admin_refunds')
      .set({
        status: 'done',
        provider_id: providerId,
        next_attempt_at: null,
        last_error: null,
        updated_at: Date.now(),
      })
      .where('id', '=', refund.id)
      .where('status', '=', 'due')
      .returning('id')
      .executeTakeFirst();
    if (!settled) return;
    const isCounted = await isCountedByEvent(transaction, refund.subscription_id, providerId);
    const payment = await transaction
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', refund.payment_id)
      .executeTakeFirstOrThrow();
    const refunded = payment.refunded_cents + (isCounted ? 0 : refund.cents);
    const isAll = payment.cents !== null && refunded >= payment.cents;
    await transaction
      .updateTable('payments')
      .set({
        refunded_cents: Math.min(refunded, payment.cents ?? refunded),
        undone_at: payment.undone_at ?? Date.now(),
        ...(isAll && payment.status === 'completed' ? { status: 'refunded' } : {}),
      })
      .where('id', '=', payment.id)
      .execute();
    await recordReturn(transaction, payment.id, { providerId, at: Date.now() });
    const row = await findSubscription(transaction, refund.subscription_id);
    const to = row ? await addressOf(transaction, row) : null;
    if (to === null) return;
    const account = row?.user_id == null ? null : `${publicUrl()}/account`;
    const receiver = { to, account, publicUrl: publicUrl() };
    await queueMail(transaction, await adminRefundMail(transaction, receiver, refund.cents, payment));
  });
}

/** Whether a refund's webhook event came before the response to its call. */
async function isCountedByEvent(db: Db, subscriptionId: number, providerId: string | null): Promise<boolean> {
  if (providerId === null) return false;
  const events = await db
    .selectFrom('payment_events')
    .select('details')
    .where('subscription_id', '=', subscriptionId)
    .where('details', 'is not', null)
    .where((eb) => eb.or([eb('state', 'is', null), eb('state', '=', 'matched')]))
    .execute();
  return events.some(({ details }) => JSON.parse(details ?? '{}').refundId === providerId);
}
