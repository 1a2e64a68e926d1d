import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { lockSubscription } from '../queries.ts';

/** Source and time of money that went back. */
interface Returned {
  /** The provider's id of the refund, reversal or dispute; null: not known. */
  providerId: string | null;
  /** Null: not known. */
  at: number | null;
}

/**
 * Adds a row for what a payment has lost since its last row, if anything. Call it after each write of a
 * payment's refunds or status, in the same transaction, which holds the lock of the subscription.
 */
export async function recordReturn(db: Db, paymentId: number, { providerId, at }: Returned): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select(['status', 'cents', 'refunded_cents', 'undone_at'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('payment_returns')
    .select(['id', 'kind', 'cents', 'provider_id'])
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .execute();
  const kind = payment.status === 'reversed' ? 'reversal' : 'refund';
  const cents = newlyLost(payment, rows);
  if (cents > 0) {
    // The first event about a payment may come before the payment, whose amount it does not say.
    const known = at ?? (rows.length === 0 ? payment.undone_at : null);
    await insert(db, paymentId, { kind, cents, providerId, at: known ?? Date.now() });
    return;
  }
  if (providerId === null || at === null || rows.some((row) => row.provider_id === providerId)) return;
  // The provider's list told it first, without id and time, and as a refund whatever it was.
  const told = rows.find((row) => row.provider_id === null);
  if (!told) return;
  await db
    .updateTable('payment_returns')
    .set({ kind, provider_id: providerId, returned_at: at })
    .where('id', '=', told.id)
    .execute();
}

/** Returns the cents that a payment has lost and that its rows do not have yet. */
function newlyLost(
  payment: { status: string; cents: number | null; refunded_cents: number },
  rows: readonly { kind: string; cents: number }[],
): number {
  const add = (sum: number, row: { cents: number }) => sum + row.cents;
  const refunded = payment.refunded_cents - rows.filter(({ kind }) => kind === 'refund').reduce(add, 0);
  if (payment.cents === null) return refunded;
  const left = payment.cents - rows.reduce(add, 0);
  // A lost dispute may have taken a part, which is not among the refunds.
  return payment.status === 'completed' ? Math.min(left, refunded) : left;
}

/** Adds the part of a payment that a lost dispute took, once for each dispute. */
export async function recordLostPart(
  db: Db,
  { provider, paymentId }: { provider: string; paymentId: string },
  { providerId, at, cents }: { providerId: string | null; at: number; cents: number },
): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .leftJoin('payment_returns', (join) =>
      join
        .onRef('payment_returns.payment_id', '=', 'payments.id')
        .on('payment_returns.provider_id', '=', providerId),
    )
    .select(['payments.id', 'payment_returns.id as known'])
    .where('payments.provider', '=', provider)
    .where('payments.provider_id', '=', paymentId)
    .executeTakeFirst();
  if (payment && payment.known === null)
    await insert(db, payment.id, { kind: 'reversal', cents, providerId, at });
}

const insert = (
  db: Db,
  paymentId: number,
  {
    kind,
    cents,
    providerId,
    at,
  }: { kind: 'refund' | 'reversal'; cents: number; providerId: string | null; at: number },
) =>
  db
    .insertInto('payment_returns')
    .values({ payment_id: paymentId, kind, cents, provider_id: providerId, returned_at: at })
    .execute();

/** Adds what nodes of an older program have not written during an upgrade. */
export async function recordMissingReturns(db: Db): Promise<void> {
  const returned = sql`(
    select payment_id, sum(cents) as cents,
      sum(case kind when 'refund' then cents else 0 end) as refunded_cents
    from payment_returns group by payment_id)`;
  const { rows } = await sql<{ id: number; subscription_id: number }>`
    select payments.id, subscription_id from payments
    left join ${returned} as returned on returned.payment_id = payments.id
    where (status <> 'completed' or payments.refunded_cents > 0)
      and coalesce(returned.cents, 0) < payments.cents
      and (status <> 'completed' or coalesce(returned.refunded_cents, 0) < payments.refunded_cents)`.execute(
    db,
  );
  for (const { id, subscription_id } of rows)
    await db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, subscription_id);
      await recordReturn(transaction, id, { providerId: null, at: null });
    });
}
