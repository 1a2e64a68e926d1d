import type { Selectable } from 'kysely';
import type { Tables } from '#platform/database/tables.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { recordReturn } from '../payments/record-return.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { findSubscription, lockSubscription, type SubscriptionRow } from '../queries.ts';
import type { ReconcileSetup } from '../state/reconcile.ts';
import { addressOf } from '../subscription-mails.ts';
import { termsOf } from '../terms.ts';
import { backoffAfter, giveAll, leaseRefund } from './lease-refund.ts';
import { refundMail } from './refund-mail.ts';
import type { RefundReason } from './request-refunds.ts';

type RefundRow = Selectable<Tables['refunds']>;

/**
 * Gives the due refunds, each with an idempotency key, so that a retry after a crash returns the money once.
 * A refusal becomes a task for the administrator; an outage is retried. Returns whether any was due.
 */
export const giveDueRefunds = (setup: ReconcileSetup, log: Log): Promise<boolean> =>
  giveAll(setup.db, 'refunds', setup.provider.name, (refund) => give(setup, refund, log));

/** Gives one refund now, if it is due. */
export async function giveDueRefund(setup: ReconcileSetup, id: number, log: Log): Promise<void> {
  const refund = await leaseRefund(setup.db, 'refunds', setup.provider.name, id);
  if (refund) await give(setup, refund, log);
}

async function give(setup: ReconcileSetup, refund: RefundRow, log: Log): Promise<void> {
  try {
    const providerId = await setup.provider.refund(refund.payment_id, refund.request_id);
    await settle(setup, refund, providerId);
  } catch (error) {
    const isRefused = error instanceof ProviderRefused;
    log.warn(
      { err: error, refund: refund.id },
      isRefused ? 'a refund was refused' : 'a refund failed and will be retried',
    );
    const retryAfter = (error instanceof ProviderUnavailable && error.retryAfter) || 0;
    await setup.db
      .updateTable('refunds')
      .set({
        last_error: error instanceof Error ? error.message : String(error),
        updated_at: Date.now(),
        ...(isRefused
          ? { status: 'refused', next_attempt_at: null }
          : { next_attempt_at: Date.now() + Math.max(backoffAfter(refund.attempts), retryAfter) }),
      })
      .where('id', '=', refund.id)
      .where('status', '=', 'due')
      .execute();
  }
}

/** Records a given refund, and queues its mail, in one transaction, so that there is one mail. */
async function settle(setup: ReconcileSetup, refund: RefundRow, providerId: string | null): Promise<void> {
  const { db, publicUrl } = setup;
  const row = await findSubscription(db, refund.subscription_id);
  const to = row ? await payerAddress(setup, row) : null;
  await db.transaction().execute(async (transaction) => {
    // A reconciliation that has read the payment as paid starts over, and does not write that back.
    await lockSubscription(transaction, refund.subscription_id);
    const settled = await transaction
      .updateTable('refunds')
      .set({ status: 'done', next_attempt_at: null, last_error: null, updated_at: Date.now() })
      .where('id', '=', refund.id)
      // Another node may have given it too, when the provider's responses took longer than the lease.
      .where('status', '!=', 'done')
      .returning('id')
      .executeTakeFirst();
    if (!settled) return;
    const payment = await transaction
      .updateTable('payments')
      .set((eb) => ({
        status: 'refunded',
        refunded_cents: eb.fn.coalesce('cents', 'refunded_cents'),
        undone_at: Date.now(),
      }))
      .where('provider', '=', refund.provider)
      .where('provider_id', '=', refund.payment_id)
      .returning(['id', 'provider_id', 'cents', 'currency'])
      .executeTakeFirst();
    if (payment) await recordReturn(transaction, payment.id, { providerId, at: Date.now() });
    if (!payment || !row || to === null) return;
    const account = row.user_id === null ? null : `${publicUrl()}/account`;
    const receiver = { to, account, publicUrl: publicUrl() };
    const { cents, currency } = termsOf(row);
    const paid = {
      provider_id: payment.provider_id,
      cents: payment.cents ?? cents,
      currency: payment.currency ?? currency,
    };
    const reason = refund.reason as RefundReason;
    await queueMail(transaction, await refundMail(transaction, receiver, reason, paid));
  });
}

/** Returns the reader's address. For a deleted account, asks the provider for it and does not store it. */
async function payerAddress({ db, provider }: ReconcileSetup, row: SubscriptionRow): Promise<string | null> {
  const known = await addressOf(db, row);
  if (known !== null || row.provider_id === null) return known;
  return (await provider.read(row.provider_id))?.payerEmail ?? null;
}
