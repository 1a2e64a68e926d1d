import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { lockSubscription } from '../queries.ts';

/** What is known of money that went back. */
interface Returned {
  /** The provider's id of the refund, reversal or dispute; null: not known. */
  providerId: string | null;
  at: number;
}

/**
 * Adds a row for what a payment has lost since its last row, if anything. Call it after each write of a
 * payment's refunds or status, in the same transaction, which holds the lock of the subscription.
 */
export async function recordReturn(db: Db, paymentId: number, { providerId, at }: Returned): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select(['status', 'cents', 'refunded_cents'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('payment_returns')
    .select(['kind', 'cents'])
    .where('payment_id', '=', paymentId)
    .execute();
  const sumOf = (kind?: string) =>
    rows.reduce((sum, row) => sum + (kind === undefined || row.kind === kind ? row.cents : 0), 0);
  const isReversed = payment.status === 'reversed';
  // A lost dispute may have taken a part, which is not among the refunds.
  const left = payment.cents === null ? null : payment.cents - sumOf();
  const refunded = payment.refunded_cents - sumOf('refund');
  const cents = left === null ? refunded : payment.status === 'completed' ? Math.min(left, refunded) : left;
  const kind = isReversed ? 'reversal' : 'refund';
  if (cents > 0) await insert(db, paymentId, { kind, cents, providerId, at });
  // The provider's list had it as a refund, before the event said what it was.
  else if (isReversed)
    await db
      .updateTable('payment_returns')
      .set({ kind: 'reversal', provider_id: providerId })
      .where('payment_id', '=', paymentId)
      .where('provider_id', 'is', null)
      .where('kind', '=', 'refund')
      .execute();
}

/** Adds the part of a payment that a lost dispute took, once for each dispute. */
export async function recordLostPart(
  db: Db,
  { provider, paymentId }: { provider: string; paymentId: string },
  { providerId, at, cents }: Returned & { cents: number },
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
  { kind, cents, providerId, at }: Returned & { kind: 'refund' | 'reversal'; cents: number },
) =>
  db
    .insertInto('payment_returns')
    .values({ payment_id: paymentId, kind, cents, provider_id: providerId, returned_at: at })
    .execute();

/** Adds the rows that nodes of an older program have not written during an upgrade. */
export async function recordMissingReturns(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; subscription_id: number; undone_at: number | null }>`
    select id, subscription_id, undone_at from payments
    where (status <> 'completed' or refunded_cents > 0) and cents > 0
      and not exists (select 1 from payment_returns where payment_returns.payment_id = payments.id)`.execute(
    db,
  );
  for (const { id, subscription_id, undone_at } of rows)
    await db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, subscription_id);
      await recordReturn(transaction, id, { providerId: null, at: undone_at ?? Date.now() });
    });
}
