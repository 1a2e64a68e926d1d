import type { Author } from '#features/audit-log/server/change.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { formatAmount } from '../../shared/format-amount.ts';
import { lockSubscription, type SubscriptionRow } from '../queries.ts';
import { LEASE } from '../refunds/lease-refund.ts';
import { GIVE_UP_AFTER } from './give-refunds.ts';
import { recordAction } from './record-action.ts';
import { dueCents } from './subscription-page.ts';

/** The refund of a task, owed by the site or ordered by an administrator. */
interface RetriedRefund {
  kind: 'refund' | 'admin-refund';
  refund: number;
}

const DISMISSED = 'This task was dismissed a moment ago. Nothing was paid back.';
const CHANGED = 'This refund changed a moment ago. Look again before you go on.';
const SINCE = 'This payment was refunded again since. Dismiss this task if that is enough.';
const TOO_OLD =
  'This refund is older than 14 days, so the provider might pay it twice. Look at the payment there, and ' +
  'refund it again if nothing was paid back.';

/**
 * Makes a refused or waiting refund due now. It keeps its idempotency key, so the provider refunds once
 * however often this is called. The caller then calls the provider. Throws 404 and 409.
 */
export function retryRefund(
  db: Db,
  author: Author,
  row: SubscriptionRow,
  { kind, refund: id }: RetriedRefund,
): Promise<void> {
  const table = kind === 'refund' ? 'refunds' : 'admin_refunds';
  return db.transaction().execute(async (transaction) => {
    // The same lock as for the order of a refund.
    await lockSubscription(transaction, row.id);
    const found = await transaction
      .selectFrom(table)
      .select(['status', 'next_attempt_at', 'created_at'])
      .where('id', '=', id)
      .where('subscription_id', '=', row.id)
      .executeTakeFirst();
    if (!found) throw notFound('There is no such refund.');
    if (found.status === 'dismissed') throw new HttpError('edit-conflict', DISMISSED);
    const now = Date.now();
    // An earlier press has given it, or is giving it.
    if (found.status === 'done') return;
    if (found.status === 'due' && (found.next_attempt_at ?? 0) <= now + LEASE) return;
    if (kind === 'admin-refund' && found.created_at < now - GIVE_UP_AFTER)
      throw new HttpError('nothing-to-refund', TOO_OLD);
    if (found.status === 'refused')
      await (kind === 'refund' ? assertNotRefunded(transaction, id) : assertLeft(transaction, id));
    const changed = await transaction
      .updateTable(table)
      .set({ status: 'due', next_attempt_at: now, updated_at: now })
      .where('id', '=', id)
      .where('status', '=', found.status)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new HttpError('edit-conflict', CHANGED);
    await recordAction(transaction, author, row, { done: 'refund-retried' });
  });
}

/** Throws 409 when the payment is already refunded. The site's own refunds are always full. */
async function assertNotRefunded(db: Db, id: number): Promise<void> {
  const payment = await db
    .selectFrom('refunds')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'refunds.provider')
        .onRef('payments.provider_id', '=', 'refunds.payment_id'),
    )
    .select('payments.status')
    .where('refunds.id', '=', id)
    .executeTakeFirst();
  if (payment && payment.status !== 'completed') throw new HttpError('nothing-to-refund', SINCE);
}

/** Throws 409 when the amount has been refunded or reserved since. A refused refund reserves nothing. */
async function assertLeft(db: Db, id: number): Promise<void> {
  const refund = await db
    .selectFrom('admin_refunds')
    .innerJoin('payments', 'payments.id', 'admin_refunds.payment_id')
    .select(['admin_refunds.payment_id', 'admin_refunds.cents as refund_cents'])
    .select(['payments.cents', 'payments.refunded_cents', 'payments.currency', 'payments.status'])
    .where('admin_refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const { payment_id, refund_cents, cents, currency, status } = refund;
  const later = await db
    .selectFrom('admin_refunds')
    .select('id')
    .where('payment_id', '=', payment_id)
    .where('id', '>', id)
    .where('status', 'in', ['due', 'done'])
    .executeTakeFirst();
  if (later || status !== 'completed' || cents === null) throw new HttpError('nothing-to-refund', SINCE);
  const left = cents - refund.refunded_cents - ((await dueCents(db, [payment_id])).get(payment_id) ?? 0);
  if (refund_cents <= left) return;
  const amount = formatAmount(Math.max(left, 0), currency ?? 'USD');
  throw new HttpError(
    'nothing-to-refund',
    `Only ${amount} is left of this payment. Open it, and refund that.`,
  );
}
