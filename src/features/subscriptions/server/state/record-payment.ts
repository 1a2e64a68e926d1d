import type { Db } from '#platform/database/open.ts';
import { recordLostPart, recordReturn } from '../payments/record-return.ts';
import type { EventPayment, ProviderPayment } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';
import type { Paid } from '../receipt-mail.ts';
import { termsOf } from '../terms.ts';

/** Order of statuses: a later one replaces an earlier one, never the reverse, in any order of events. */
const RANK = { completed: 0, refunded: 1, reversed: 2 };

/** Records the listed payments of a subscription. Returns the new paid ones. */
export async function recordListedPayments(
  db: Db,
  row: SubscriptionRow,
  listed: readonly ProviderPayment[],
): Promise<Paid[]> {
  const paid: Paid[] = [];
  for (const payment of listed) {
    const isUndone = payment.status !== 'completed';
    const isNew = await record(db, row, payment.id, {
      status: payment.status,
      cents: payment.cents,
      currency: payment.currency,
      paidAt: payment.at,
      undoneAt: null,
      refundedCents: isUndone ? payment.cents : 0,
    });
    if (isNew && !isUndone) paid.push(payment);
  }
  return paid;
}

/**
 * Records a webhook event about payments. Not idempotent, because it sums up refunds: call it once per event.
 * Returns the payment if it is new and paid, else null.
 */
export async function recordEventPayment(
  db: Db,
  row: SubscriptionRow,
  { ids, refundId, disputeId, change, cents, currency, at }: EventPayment,
): Promise<Paid | null> {
  // Only a lost dispute returns money.
  if (change === 'disputed' || change === 'closed') return null;
  const isKnown = change === 'refunded' && (await isRecordedRefund(db, row.provider, refundId));
  let paid: Paid | null = null;
  for (const id of ids) {
    const isCompletion = change === 'completed';
    const isPartLost = change === 'lost' && cents !== null && cents < (await sumOf(db, row, id));
    const isReversed = change === 'reversed' || (change === 'lost' && !isPartLost);
    const isNew = await record(db, row, id, {
      // A refund may be partial: `undonePayment` compares the sums.
      status: isReversed ? 'reversed' : 'completed',
      cents: isCompletion ? cents : null,
      currency,
      paidAt: isCompletion ? at : null,
      undoneAt: isCompletion ? null : at,
      returnId: refundId ?? disputeId,
      newlyRefundedCents: change === 'refunded' && !isKnown ? (cents ?? 0) : 0,
    });
    if (isPartLost)
      await recordLostPart(
        db,
        { provider: row.provider, paymentId: id },
        { providerId: disputeId, at, cents },
      );
    if (isNew && isCompletion && cents !== null) paid = { id, cents, currency, at };
  }
  return paid;
}

/** Returns the amount of a payment in cents; the price while only its dispute is known. */
async function sumOf(db: Db, row: SubscriptionRow, id: string): Promise<number> {
  const payment = await db
    .selectFrom('payments')
    .select('cents')
    .where('provider', '=', row.provider)
    .where('provider_id', '=', id)
    .executeTakeFirst();
  return payment?.cents ?? termsOf(row).cents;
}

/** Whether a refund's sum was recorded at an administrator's refund, before its event. */
async function isRecordedRefund(db: Db, provider: string, refundId: string | null): Promise<boolean> {
  if (refundId === null) return false;
  const refund = await db
    .selectFrom('admin_refunds')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_id', '=', refundId)
    .executeTakeFirst();
  return refund !== undefined;
}

interface PaymentFacts {
  status: 'completed' | 'refunded' | 'reversed';
  cents: number | null;
  currency: string;
  paidAt: number | null;
  undoneAt: number | null;
  /** The provider's id of the refund, reversal or dispute. */
  returnId?: string | null;
  refundedCents?: number;
  newlyRefundedCents?: number;
}

/** Merges facts into the stored payment, with the same result in any order. Returns whether it is new. */
async function record(db: Db, row: SubscriptionRow, id: string, facts: PaymentFacts): Promise<boolean> {
  const inserted = await db
    .insertInto('payments')
    .values({
      subscription_id: row.id,
      provider: row.provider,
      provider_id: id,
      status: facts.status,
      cents: facts.cents,
      currency: facts.currency,
      paid_at: facts.paidAt,
      undone_at: facts.undoneAt,
      refunded_cents: facts.refundedCents ?? facts.newlyRefundedCents ?? 0,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const returned = { providerId: facts.returnId ?? null, at: facts.undoneAt };
  if (inserted) {
    if (facts.status !== 'completed' || facts.newlyRefundedCents)
      await recordReturn(db, inserted.id, returned);
    return true;
  }
  const stored = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', row.provider)
    .where('provider_id', '=', id)
    .executeTakeFirstOrThrow();
  const storedStatus = stored.status as PaymentFacts['status'];
  const status = RANK[facts.status] > RANK[storedStatus] ? facts.status : storedStatus;
  // Limited to the paid amount, because the site records its own refund before the event arrives.
  const refundedCents = Math.min(
    Math.max(stored.refunded_cents + (facts.newlyRefundedCents ?? 0), facts.refundedCents ?? 0),
    stored.cents ?? facts.cents ?? Number.MAX_SAFE_INTEGER,
  );
  await db
    .updateTable('payments')
    .set({
      status,
      cents: stored.cents ?? facts.cents,
      paid_at: stored.paid_at ?? facts.paidAt,
      undone_at: stored.undone_at ?? facts.undoneAt,
      refunded_cents: refundedCents,
    })
    .where('id', '=', stored.id)
    .execute();
  if (status !== 'completed' || refundedCents > 0) await recordReturn(db, stored.id, returned);
  return false;
}
