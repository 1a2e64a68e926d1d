import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import type { Db } from '#platform/database/open.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { CheckoutCookie, readPayingVisitor } from './checkout/checkout-cookie.ts';
import { claimSubscriptions } from './checkout/claim.ts';
import { endSubscriptionsOf } from './end-for-erasure.ts';
import { lockUser } from './state/sync-role.ts';
import { providerOf, termsOf } from './terms.ts';

/**
 * Lets accounts claim what their owner has paid for earlier, and ends payments when an account is deleted.
 * `secure`: the site uses HTTPS.
 */
export function subscriptionsAccountExtension(secure: boolean): AccountExtension {
  const cookie = new CheckoutCookie(secure);
  return {
    visitorReader: {
      cookie: cookie.name,
      async read(db, request, reply) {
        const reader = await readPayingVisitor(db, cookie.read(request));
        if (reader) cookie.renew(request, reply);
        return reader;
      },
    },
    onSignIn: (db, userId, request) => claimSubscriptions(db, userId, cookie.read(request)),
    onEmailProven: (db, userId) => claimSubscriptions(db, userId),
    async onDelete(db, { id }) {
      await lockUser(db, id);
      await endSubscriptionsOf(db, { userId: id });
    },
    ownData: async (db, { id }) => ({ subscriptions: await subscriptionsData(db, id) }),
  };
}

/** Reads a user's subscriptions and payments for the download of their data. */
async function subscriptionsData(db: Db, userId: number) {
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
    provider: providerOf(row.provider),
    providerId: row.provider_id,
    status: row.status,
    price: termsOf(row),
    email: row.email_key,
    createdAt: instant(row.created_at),
    paidThrough: instantOrNull(row.paid_through),
    accessUntil: instantOrNull(row.access_until),
    payments: payments
      .filter((payment) => payment.subscription_id === row.id)
      .map((payment) => ({
        providerId: payment.provider_id,
        status: payment.status,
        cents: payment.cents,
        currency: payment.currency,
        paidAt: instantOrNull(payment.paid_at),
      })),
  }));
}
