import type { Db } from '#platform/database/open.ts';
import type { ProviderEvent, ProviderPayment } from './provider.ts';
import type { SubscriptionRow } from './queries.ts';

/** `completed` gives way to the other two and never comes back, whatever is heard first. */
const RANK = { completed: 0, refunded: 1, reversed: 2 };

/** Writes down what the provider lists of a subscription's payments. */
export async function recordListed(
  db: Db,
  row: SubscriptionRow,
  listed: readonly ProviderPayment[],
): Promise<void> {
  for (const payment of listed) {
    const undone = payment.status !== 'completed';
    await record(db, row, payment.id, {
      status: payment.status,
      cents: payment.cents,
      currency: payment.currency,
      paidAt: payment.at,
      undoneAt: null,
      refundedCents: undone ? payment.cents : 0,
    });
  }
}

/** Writes down what a notice says of one payment. Called once for each notice. */
export async function recordNotice(
  db: Db,
  row: SubscriptionRow,
  payment: NonNullable<ProviderEvent['payment']>,
): Promise<void> {
  const completed = payment.change === 'completed';
  await record(db, row, payment.id, {
    // A part of it may be refunded: the rule compares the sums.
    status: payment.change === 'reversed' ? 'reversed' : 'completed',
    cents: completed ? payment.cents : null,
    currency: payment.currency,
    paidAt: completed ? payment.at : null,
    undoneAt: completed ? null : payment.at,
    addRefunded: payment.change === 'refunded' ? payment.cents : 0,
  });
}

interface PaymentFacts {
  status: 'completed' | 'refunded' | 'reversed';
  cents: number | null;
  currency: string;
  paidAt: number | null;
  undoneAt: number | null;
  refundedCents?: number;
  addRefunded?: number;
}

/** Joins new facts to what is known of a payment: nothing known is forgotten, in whatever order it comes. */
async function record(db: Db, row: SubscriptionRow, id: string, facts: PaymentFacts): Promise<void> {
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
      refunded_cents: facts.refundedCents ?? facts.addRefunded ?? 0,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return;
  const known = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', row.provider)
    .where('provider_id', '=', id)
    .executeTakeFirstOrThrow();
  const status = known.status as PaymentFacts['status'];
  await db
    .updateTable('payments')
    .set({
      status: RANK[facts.status] > RANK[status] ? facts.status : status,
      cents: known.cents ?? facts.cents,
      paid_at: known.paid_at ?? facts.paidAt,
      undone_at: known.undone_at ?? facts.undoneAt,
      refunded_cents: Math.max(known.refunded_cents + (facts.addRefunded ?? 0), facts.refundedCents ?? 0),
    })
    .where('id', '=', known.id)
    .execute();
}
