import type { Db } from '#platform/database/open.ts';

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What is stored of a user's subscriptions and payments, for them to take along. */
export async function subscriptionsData(db: Db, userId: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const payments = await db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
    .where('subscriptions.user_id', '=', userId)
    .selectAll('payments')
    .orderBy('payments.id')
    .execute();
  return rows.map((row) => ({
    provider: row.provider,
    providerId: row.provider_id,
    status: row.status,
    email: row.email_key,
    createdAt: new Date(row.created_at).toISOString(),
    paidThrough: instant(row.paid_through),
    accessUntil: instant(row.access_until),
    payments: payments
      .filter((payment) => payment.subscription_id === row.id)
      .map((payment) => ({
        providerId: payment.provider_id,
        status: payment.status,
        cents: payment.cents,
        currency: payment.currency,
        paidAt: instant(payment.paid_at),
      })),
  }));
}
