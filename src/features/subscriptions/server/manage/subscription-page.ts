import { auditLogOf } from '#features/audit-log/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { ManagedDetails, ManagedPayment, ManagedRefund } from '../../contract/admin-schemas.ts';
import { hasAccess, type SubscriptionRow } from '../queries.ts';
import { nextCheckOf, termsOf } from '../terms.ts';
import { type ManagedRow, managedRows, managedState, toManaged } from './managed-rows.ts';

/** Maximum number of entries of a list on the page. */
const MAX_ENTRIES = 100;
/** Item type of the audit log entries. */
export const ITEM_TYPE = 'subscription';

/** Finds a subscription. 404 for a checkout that was never paid. */
export async function findManaged(db: Db, id: number): Promise<ManagedRow> {
  const row = await managedRows(db)
    .where('subscriptions.id', '=', id)
    .where('status', 'not in', ['created', 'abandoned'])
    .executeTakeFirst();
  if (!row) throw notFound('There is no such subscription.');
  return row;
}

/** Reads everything stored about a subscription. */
export async function managedDetails(db: Db, id: number): Promise<ManagedDetails> {
  const row = await findManaged(db, id);
  const now = Date.now();
  const [payments, refunds, notices, changes] = await Promise.all([
    paymentsPage(db, row, now),
    refundsPage(db, id),
    noticesPage(db, id),
    changesOf(db, id, MAX_ENTRIES),
  ]);
  const paid = payments.find(({ cents, paidAt }) => cents !== null && paidAt !== null);
  const last =
    paid?.cents != null && paid.paidAt !== null
      ? { cents: paid.cents, currency: paid.currency, paid_at: Date.parse(paid.paidAt) }
      : undefined;
  const isOpen = hasAccess(row, now);
  const isClosed = row.closed_at !== null;
  return {
    ...toManaged(row, last, now),
    checkedAt: instant(row.updated_at),
    nextCheckAt: instantOrNull(nextCheckOf(row)),
    canCancel: isOpen && (row.status === 'active' || row.status === 'past_due') && row.wish === 'renew',
    canResume:
      isOpen && row.status === 'cancelled' && row.wish === 'pause' && row.refused_action !== 'resume',
    canEnd: !isClosed && (isOpen || row.status === 'past_due' || row.status === 'pending'),
    payments,
    refunds,
    notices,
    changes,
  };
}

/** Reads the changes that administrators made, the newest first. */
export const changesOf = async (db: Db, id: number, limit: number) =>
  (await auditLogOf(db, null, { itemType: ITEM_TYPE, itemId: String(id), limit })).entries;

async function paymentsPage(db: Db, row: SubscriptionRow, now: number): Promise<ManagedPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', row.id)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  const due = await dueCents(
    db,
    rows.map(({ id }) => id),
  );
  const latest = rows.find(({ paid_at }) => paid_at !== null)?.id;
  const isOpen = managedState(row, now) !== 'ended';
  return rows.map((payment) => ({
    id: payment.id,
    number: payment.provider_id,
    status: payment.status as ManagedPayment['status'],
    cents: payment.cents,
    currency: payment.currency ?? termsOf(row).currency,
    paidAt: instantOrNull(payment.paid_at),
    undoneAt: instantOrNull(payment.undone_at),
    refundedCents: payment.refunded_cents,
    dueCents: due.get(payment.id) ?? 0,
    endsAccess: payment.id === latest && isOpen,
  }));
}

/** Sums the refunds of administrators and of the site that the provider has not confirmed, by payment. */
export async function dueCents(db: Db, paymentIds: readonly number[]): Promise<Map<number, number>> {
  if (paymentIds.length === 0) return new Map();
  const ours = await db
    .selectFrom('admin_refunds')
    .select((eb) => ['payment_id', eb.fn.sum<number>('cents').as('cents')])
    .where('payment_id', 'in', paymentIds)
    .where('status', '=', 'due')
    .groupBy('payment_id')
    .execute();
  const automatic = await db
    .selectFrom('refunds')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'refunds.provider')
        .onRef('payments.provider_id', '=', 'refunds.payment_id'),
    )
    .select(['payments.id', 'payments.cents', 'payments.refunded_cents'])
    .where('payments.id', 'in', paymentIds)
    .where('refunds.status', '=', 'due')
    .execute();
  return new Map([
    ...ours.map(({ payment_id, cents }) => [payment_id, Number(cents)] as const),
    ...automatic.map(({ id, cents, refunded_cents }) => [id, (cents ?? 0) - refunded_cents] as const),
  ]);
}

async function refundsPage(db: Db, id: number): Promise<ManagedRefund[]> {
  const rows = await db
    .selectFrom('admin_refunds')
    .innerJoin('payments', 'payments.id', 'admin_refunds.payment_id')
    .leftJoin('users', 'users.id', 'admin_refunds.user_id')
    .selectAll('admin_refunds')
    .select(['payments.currency', 'users.username'])
    .where('admin_refunds.subscription_id', '=', id)
    .orderBy('admin_refunds.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    cents: row.cents,
    currency: row.currency ?? 'USD',
    status: row.status as ManagedRefund['status'],
    reason: row.reason,
    author: row.username,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    error: row.last_error,
  }));
}

/**
 * Reads the webhook events for the page, except those about payments and refunds, which have lists of their
 * own.
 */
async function noticesPage(db: Db, id: number): Promise<ManagedDetails['notices']> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['id', 'type', 'received_at'])
    .where('subscription_id', '=', id)
    .where('type', 'not like', 'PAYMENT.SALE.%')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  return rows.map(({ id: noticeId, type, received_at }) => ({
    id: noticeId,
    type,
    at: instant(received_at),
  }));
}
