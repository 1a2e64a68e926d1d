import type { Db } from '#platform/database/open.ts';
import { countUse } from '#platform/http/guard/rate-limits.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { DAY } from '#platform/text/time-units.ts';
import { SUBSCRIPTION_READS } from '../../contract/rate-limits.ts';
import { claimForProvenOwner } from '../checkout/claim.ts';
import { matchWaitingEvents } from '../events/match-waiting.ts';
import { recordOtherAmounts } from '../events/other-amounts.ts';
import { type PaymentProvider, ProviderError, ProviderUnavailable } from '../provider.ts';
import { findSubscription, paymentsOf, type SubscriptionRow } from '../queries.ts';
import { queueReceipts } from '../receipt-mail.ts';
import { requestRefunds } from '../refunds/request-refunds.ts';
import { queueStatusMail } from '../subscription-mails.ts';
import { checkColumns, providerOf, termsOf } from '../terms.ts';
import { type Applied, applyIntendedState } from './apply-intended-state.ts';
import { recordListedPayments } from './record-payment.ts';
import { isSecondSubscription, stopOtherSubscriptions } from './stop-other-subscriptions.ts';
import { type IntendedState, type ProviderAction, type StoredStatus, stateOf } from './subscription-state.ts';
import { lockUser, syncRole } from './sync-role.ts';

export interface ReconcileSetup {
  db: Db;
  provider: PaymentProvider;
  publicUrl: () => string;
}

/** Time in ms that the owner has to correct the provider's keys before the site gives up a subscription. */
const KEYS_GRACE = 14 * DAY;

/** Maximum number of attempts while other writers change the row between read and write. */
const MAX_ATTEMPTS = 5;

/** Result for a checkout that the provider does not know yet. */
const NOTHING = { subscription: null, refused: null, failures: 0 };

/**
 * Reconciles one subscription: applies the intended state at the provider, then derives our row, payments and
 * role from the provider's state. Idempotent, and safe on several nodes at once. Throws
 * `ProviderUnavailable`, without a change, when the provider does not answer or too many writers compete.
 */
export async function reconcile(setup: ReconcileSetup, id: number): Promise<SubscriptionRow> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await findSubscription(setup.db, id);
    if (!row) throw notFound('There is no such subscription.');
    // The row belongs to a provider that the site no longer uses.
    if (providerOf(row.provider) !== setup.provider.name) return stopChecking(setup.db, row);
    if (row.provider_id === null)
      return (await saveState(setup, row, { ...NOTHING, intended: row.wish as IntendedState })) ?? row;
    await countReconciliation(setup.db, row.id);
    const subscription = await setup.provider.read(row.provider_id);
    // Most likely the owner changed the provider's keys, which must not lock out a subscriber.
    if (subscription === null && row.activated_at !== null && !hasRunOut(row))
      throw new ProviderUnavailable(
        'The provider does not know a subscription that was active. Check its keys.',
      );
    const saved = await saveState(setup, row, await applyIntendedState(setup.provider, row, subscription));
    if (!saved) continue;
    if (saved.user_id === null && saved.activated_at !== null)
      await claimForProvenOwner(setup.db, saved.email_key);
    return saved;
  }
  throw new ProviderUnavailable('The subscription kept changing while it was reconciled.');
}

/**
 * Like {@link reconcile}, but returns the stored row when the provider is unavailable. The reconciler
 * retries.
 */
export async function reconcileIfAvailable(
  setup: ReconcileSetup,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  try {
    return await reconcile(setup, row.id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return (await findSubscription(setup.db, row.id)) ?? row;
  }
}

/** Stores the state derived from the provider's. Returns undefined when another writer changed the row. */
async function saveState(
  { db, publicUrl, provider }: ReconcileSetup,
  row: SubscriptionRow,
  { subscription, intended, refused, failures }: Applied,
): Promise<SubscriptionRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const now = Date.now();
    await lockUser(transaction, row.user_id);
    // Locks the row before reading its payments: a webhook event is recorded entirely before or after.
    const { numUpdatedRows } = await transaction
      .updateTable('subscriptions')
      .set({ version: row.version + 1 })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    const paid = await recordListedPayments(transaction, row, subscription?.payments ?? []);
    await recordOtherAmounts(transaction, provider, row, paid);
    if (subscription !== null) await matchWaitingEvents(transaction, row, subscription);
    const isSecond = await isSecondSubscription(transaction, row, subscription, now);
    // The payer's first subscription goes on, so no payment of the second is owed.
    const refundAfter = isSecond ? 0 : row.refund_after;
    const intendedState = isSecond ? 'stop' : intended;
    await requestRefunds(transaction, { ...row, refund_after: refundAfter }, intendedState);
    const payments = await paymentsOf(transaction, row.id);
    const known = {
      ...toKnown(row, provider.account),
      refundAfter,
      intended: intendedState,
      refusedAction: refused,
      actionFailures: failures,
    };
    const state = stateOf(known, subscription, payments, now);
    const isConfirmed = state.intended === 'renew' && subscription?.state === 'active';
    const saved = await transaction
      .updateTable('subscriptions')
      .set({
        ...stateColumns(row, state, now),
        plan_id: row.plan_id ?? (row.activated_at === null ? null : (subscription?.planId ?? null)),
        // An undone cancellation is confirmed: later payments are owed again, and a suspension would not be
        // ours.
        ...(isConfirmed ? { refund_after: null, paused_at: null } : { refund_after: refundAfter }),
        refused_action: refused,
        action_failures: failures,
        failed_checks: 0,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isActivated = row.activated_at === null && saved.activated_at !== null;
    if (isActivated) await stopOtherSubscriptions(transaction, saved, now);
    await syncRole(transaction, row.user_id, now);
    // A refused payment gets no receipt, because its own mail explains it.
    if (saved.activated_at !== null)
      await queueReceipts(transaction, saved, isActivated ? 'all' : paid, publicUrl());
    await queueStatusMail(transaction, row, saved, publicUrl(), provider.cardUrl);
    return saved;
  });
}

function stateColumns(row: SubscriptionRow, state: ReturnType<typeof stateOf>, now: number) {
  const isOpen = state.accessUntil !== null && state.accessUntil > now;
  return {
    status: state.status,
    wish: state.intended,
    paid_through: state.paidThrough,
    next_payment_at: state.nextPaymentAt,
    access_until: state.accessUntil,
    activated_at: row.activated_at ?? (isOpen ? now : null),
    ended_at: row.activated_at !== null && hasEnded(state.status) ? (row.ended_at ?? now) : null,
    ...checkColumns(row, state.nextCheckAt),
  };
}

/**
 * Whether the time to correct the keys has passed, counted from the end of access, or from the request to end
 * the subscription.
 */
const hasRunOut = ({ wish, access_until, updated_at }: SubscriptionRow) =>
  Math.max(access_until ?? 0, wish === 'renew' ? 0 : updated_at) + KEYS_GRACE <= Date.now();

/** Whether a subscription gave access and has ended, before or after the end of its paid time. */
const hasEnded = (status: StoredStatus) =>
  status === 'expired' || status === 'refunded' || status === 'disputed';

/** Ends the checks. Abandons an open checkout, because nobody can pay it and a payer may have only one. */
const stopChecking = (db: Db, row: SubscriptionRow): Promise<SubscriptionRow> =>
  db
    .updateTable('subscriptions')
    .set({
      ...(row.status === 'created' || row.status === 'pending' ? { status: 'abandoned' } : {}),
      next_check_at: null,
      terms_check_at: null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Maps a row for the state rule. `configuredPlan`: the plan of checkouts that have stored none. */
const toKnown = (row: SubscriptionRow, configuredPlan: string) => ({
  reference: row.reference,
  terms: termsOf(row),
  // Older programs store no configured plan. Its variable may have changed since, which ends no access.
  planId: row.plan_id ?? (row.activated_at === null ? configuredPlan : null),
  status: row.status as StoredStatus,
  intended: row.wish as IntendedState,
  activatedAt: row.activated_at,
  paidThrough: row.paid_through,
  createdAt: row.created_at,
  refundAfter: row.refund_after,
  wasPaused: row.paused_at !== null,
  isClosed: row.closed_at !== null,
  refusedAction: row.refused_action as ProviderAction | null,
  actionFailures: row.action_failures,
});

/** Counts a reconciliation. Beyond the limit, the subscription waits as during an outage. */
async function countReconciliation(db: Db, id: number): Promise<void> {
  const retryAfter = (await countUse(db, SUBSCRIPTION_READS, String(id))) * 1000;
  if (retryAfter > 0)
    throw new ProviderUnavailable('The subscription was reconciled too often.', { retryAfter });
}
