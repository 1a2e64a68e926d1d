import { siteTitle } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { priceWords } from '../../shared/price-words.ts';
import type { Terms } from '../../shared/prices.ts';
import { planFor } from '../prices/billing-plans.ts';
import { offeredPlans } from '../prices/offered-plans.ts';
import { hasAccess, type SubscriptionRow, subscriptionsOf } from '../queries.ts';
import { type ReconcileSetup, reconcile } from '../state/reconcile.ts';
import { nextCheckOf, providerOf, sameTerms, termsOf } from '../terms.ts';
import { abandonCheckout, BEING_CONFIRMED, type CheckoutOrder, insertCheckout } from './checkout-rows.ts';

const ALREADY = 'You already have a subscription.';
const CANCELLED = 'Your paid time has not ended yet. You can undo the cancellation on your account page.';

const otherInterval = ({ interval }: Terms, asked: Terms) =>
  `${ALREADY.slice(0, -1)}, and pay each ${interval}. To pay each ${asked.interval} instead, ` +
  'cancel it on your account page, and subscribe again when your paid time ends.';

/** Maximum number of attempts while other tabs of the payer choose another plan. */
const MAX_ATTEMPTS = 3;

interface Checkout {
  subscriptionId: string;
  approveUrl: string;
  price: Terms;
}

/**
 * Starts a checkout, or returns the open one, so that a payer who presses twice, in two tabs or after a crash
 * pays once, at the price of the page. Stores the row before the call to the provider, so that every payment
 * has an owner. 409 when there is nothing to pay, or the price has changed.
 */
export async function startCheckout(setup: ReconcileSetup, order: CheckoutOrder): Promise<Checkout> {
  const { db, provider, publicUrl } = setup;
  const row = await ownCheckout(setup, order);
  const price = termsOf(row);
  if (row.provider_id !== null && row.approve_url !== null)
    return { subscriptionId: row.provider_id, approveUrl: row.approve_url, price };
  // Checkouts of older programs have no plan.
  const planId = row.plan_id ?? provider.account;
  const returnUrl = `${publicUrl()}/account`;
  const { id, approveUrl } = await provider.create({
    reference: row.reference,
    planId,
    terms: price,
    returnUrl,
    cancelUrl: returnUrl,
    siteTitle: await siteTitle(db),
  });
  await db
    .updateTable('subscriptions')
    .set({ provider_id: id, approve_url: approveUrl, plan_id: planId })
    .where('id', '=', row.id)
    .execute();
  return { subscriptionId: id, approveUrl, price };
}

/** Finds the payer's open checkout with these terms, or creates one. Abandons one with other terms. */
async function ownCheckout(setup: ReconcileSetup, order: CheckoutOrder): Promise<SubscriptionRow> {
  const { db } = setup;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const open = await openCheckout(setup, order);
    // An earlier price stays: the page shows the payer the price of the open checkout.
    if (open && sameTerms(termsOf(open), order.terms)) return open;
    await assertOffered(db, order.terms);
    if (open?.status === 'pending') throw new HttpError('payment-pending', BEING_CONFIRMED);
    const planId = await planFor(db, setup.provider, order.terms);
    if (open) await abandonCheckout(db, open);
    const row = await insertCheckout(db, setup.provider, planId, order);
    if (sameTerms(termsOf(row), order.terms)) return row;
  }
  throw new HttpError('payment-pending', 'Another tab is paying. Look there, or try again in a moment.');
}

/** Throws 409 when the page shows a price that has changed. */
async function assertOffered(db: Db, terms: Terms): Promise<void> {
  const plans = await offeredPlans(db);
  if (plans.some((plan) => sameTerms(plan, terms))) return;
  const price = plans.map(priceWords).join(', or ');
  throw new HttpError(
    'price-changed',
    `A subscription costs ${price} now. You were not charged, and can choose whether to pay that.`,
    { current: plans },
  );
}

/** Finds the payer's open checkout after reconciling it. 409 when there is nothing to pay. */
async function openCheckout(
  setup: ReconcileSetup,
  { payer, terms }: CheckoutOrder,
): Promise<SubscriptionRow | undefined> {
  const rows = await subscriptionsOf(setup.db, payer);
  for (const stored of rows) {
    // Includes abandoned checkouts, which may have been paid since with a lost webhook event, and active ones
    // without access, whose renewal's event may be lost.
    const isUnsure =
      ['created', 'pending', 'abandoned'].includes(stored.status) ||
      (stored.status === 'active' && !hasAccess(stored, Date.now()));
    const mayBePaid = isUnsure && nextCheckOf(stored) !== null;
    const row = mayBePaid ? await reconcile(setup, stored.id) : stored;
    // An active row without access is of a provider that the site no longer uses.
    if (row.status === 'active' && hasAccess(row, Date.now()))
      throw new HttpError('already-subscribed', alreadyText(termsOf(row), terms));
    if (row.status === 'cancelled' && row.wish === 'pause' && hasAccess(row, Date.now()))
      throw new HttpError('cancelled-subscription', CANCELLED);
    if (providerOf(row.provider) !== setup.provider.name) continue;
    if (row.status === 'created') return row;
    const isPending = row.status === 'pending';
    if (!isPending && !mayBePaid) continue;
    const subscription = row.provider_id === null ? null : await setup.provider.read(row.provider_id);
    // The browser reported an approval that the provider does not confirm. Showing the approval page again is
    // safe, because one agreement cannot be paid twice.
    if (isPending && subscription?.state === 'pending') return row;
    if (isPending || subscription?.state === 'approved')
      throw new HttpError('payment-pending', BEING_CONFIRMED);
  }
  return undefined;
}

const alreadyText = (present: Terms, asked: Terms) =>
  present.interval === asked.interval ? ALREADY : otherInterval(present, asked);
