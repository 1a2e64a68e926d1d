import type { Selectable } from 'kysely';
import type { Author } from '#features/audit-log/server/change.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { HttpError, invalidInput, notFound } from '#platform/http/serve/errors.ts';
import { formatAmount } from '../../shared/format-amount.ts';
import { lockSubscription, type SubscriptionRow } from '../queries.ts';
import { recordAction } from './record-action.ts';
import { dueCents } from './subscription-page.ts';

export type AdminRefund = Selectable<Tables['admin_refunds']>;

interface RefundOrder {
  paymentId: number;
  cents: number;
  key: string;
  refundedCents: number;
  reason: string;
}

/**
 * Stores an administrator's refund of a payment, once for each key. The caller then calls the provider.
 * Throws 409 when nothing is left, or when the refunded sum differs from the one that the page showed; 400
 * for an amount above the rest.
 */
export function orderRefund(
  db: Db,
  author: Author,
  row: SubscriptionRow,
  { paymentId, cents, key, refundedCents, reason }: RefundOrder,
): Promise<AdminRefund> {
  return db.transaction().execute(async (transaction) => {
    // Serializes refunds of one payment.
    await lockSubscription(transaction, row.id);
    const repeated = await transaction
      .selectFrom('admin_refunds')
      .selectAll()
      .where('request_id', '=', key)
      .executeTakeFirst();
    if (repeated?.payment_id === paymentId) return repeated;
    const payment = await transaction
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', paymentId)
      .where('subscription_id', '=', row.id)
      .executeTakeFirst();
    if (!payment || repeated) throw notFound('There is no such payment.');
    const { currency } = payment;
    if (payment.cents === null || currency === null || payment.status === 'reversed')
      throw new HttpError(
        'nothing-to-refund',
        'This payment cannot be refunded here. Look it up at the provider.',
      );
    const given = payment.refunded_cents + ((await dueCents(transaction, [paymentId])).get(paymentId) ?? 0);
    const left = payment.status === 'refunded' ? 0 : payment.cents - given;
    if (left <= 0) throw new HttpError('nothing-to-refund', await whoRefunded(transaction, paymentId));
    if (given !== refundedCents)
      throw new HttpError(
        'edit-conflict',
        `${formatAmount(given, currency)} of this payment is refunded already. Look again before you go on.`,
      );
    if (cents > left) {
      const message = `At most ${formatAmount(left, currency)} is left of this payment.`;
      throw invalidInput(message, [{ path: 'cents', message }]);
    }
    const now = Date.now();
    const refund = await transaction
      .insertInto('admin_refunds')
      .values({
        subscription_id: row.id,
        payment_id: paymentId,
        provider: row.provider,
        cents,
        reason,
        user_id: author.userId,
        request_id: key,
        next_attempt_at: now,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const done = { done: 'payment-refunded' as const, cents, currency, payment: payment.provider_id, reason };
    await recordAction(transaction, author, row, done);
    return refund;
  });
}

/** Describes that nothing is left, and which administrator refunded last, if one did. */
async function whoRefunded(db: Db, paymentId: number): Promise<string> {
  const last = await db
    .selectFrom('admin_refunds')
    .leftJoin('users', 'users.id', 'admin_refunds.user_id')
    .select('username')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['due', 'done'])
    .orderBy('admin_refunds.id', 'desc')
    .executeTakeFirst();
  return last?.username
    ? `${last.username} has refunded all of this payment already. Nothing more was paid back.`
    : 'All of this payment is refunded already. Nothing more was paid back.';
}
