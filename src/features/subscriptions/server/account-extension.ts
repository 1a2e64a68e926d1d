import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { forgetInAuditLog } from '#features/audit-log/server/record-change.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { CheckoutCookie, readPayingVisitor } from './checkout/checkout-cookie.ts';
import { claimSubscriptions } from './checkout/claim.ts';
import { ITEM_TYPE } from './manage/subscription-page.ts';
import { lockUser } from './state/sync-role.ts';
import { providerOf, termsOf } from './terms.ts';

/**
 * Accounts claim what their owner paid for before, and stop paying when they are deleted. `secure`: the site
 * is on https.
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
    onDelete: (db, { id }) => endSubscriptionsOf(db, id),
    ownData: async (db, { id }) => ({ subscriptions: await subscriptionsData(db, id) }),
  };
}

/**
 * Ends the subscriptions of an account that is about to be deleted, and removes the owner's data from them.
 * The reconciler then cancels them at the provider.
 */
async function endSubscriptionsOf(db: Db, userId: number): Promise<void> {
  await lockUser(db, userId);
  await db
    .updateTable('subscriptions')
    .set((eb) => ({
      wish: 'stop',
      email_key: null,
      browser_hash: null,
      next_check_at: Date.now(),
      updated_at: Date.now(),
      // A payment that arrives from now on opens nothing: it is refunded.
      refund_after: eb.fn.coalesce(
        'refund_after',
        eb
          .selectFrom('payments')
          .select(({ fn }) => fn.max('paid_at').as('at'))
          .whereRef('payments.subscription_id', '=', 'subscriptions.id'),
        eb.val(0),
      ),
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .execute();
  await forgetReasons(db, userId);
}

/** Removes the reasons that administrators wrote, from refunds and from the audit log. Amounts stay. */
async function forgetReasons(db: Db, userId: number): Promise<void> {
  const rows = await db.selectFrom('subscriptions').select('id').where('user_id', '=', userId).execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable('admin_refunds')
    .set({ reason: '' })
    .where(isOneOf(db, 'subscription_id', ids))
    .execute();
  await forgetInAuditLog(db, ITEM_TYPE, ids.map(String), 'reason');
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
