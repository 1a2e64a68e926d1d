import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/errors.ts';
import { giveToProvenOwner } from './claim.ts';
import { followRole, holdUser } from './follow-role.ts';
import {
  type PaymentProvider,
  ProviderError,
  ProviderRefused,
  type ProviderSubscription,
  ProviderUnavailable,
} from './provider.ts';
import { findSubscription, paymentsOf, type SubscriptionRow } from './queries.ts';
import { recordListed } from './record-payment.ts';
import { stopOthers } from './stop-others.ts';
import { queueNews } from './subscription-mails.ts';
import { type StoredStatus, stateOf, type Wish } from './subscription-state.ts';

export interface RefreshSetup {
  db: Db;
  provider: PaymentProvider;
  publicUrl: () => string;
}

/** Somebody else keeps changing the row between our reading and our writing: not for long. */
const TRIES = 5;

const REASONS: Record<Wish, string> = {
  renew: 'The cancellation was taken back',
  pause: 'Cancelled by the subscriber; ends with the paid time',
  stop: 'Ended by Stillwater',
};

/**
 * Brings one subscription to the truth: first the provider to what we wish, then our row, the payments and the role to
 * what the provider says. May be called at any time, from any node, any number of times. Throws
 * `ProviderUnavailable` when the provider does not answer, or too many ask at once; then nothing has changed.
 */
export async function refresh(setup: RefreshSetup, id: number): Promise<SubscriptionRow> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const row = await findSubscription(setup.db, id);
    if (!row) throw notFound('There is no such subscription.');
    // Another provider's, from before the site changed over: nobody is left to be asked.
    if (row.provider !== setup.provider.name) return leaveAlone(setup.db, row);
    if (row.provider_id === null) return (await write(setup, row, null)) ?? row;
    const said = await setup.provider.read(row.provider_id);
    // Other keys than the subscription was made with, most likely: no reason to lock out who has paid.
    if (said === null && row.activated_at !== null)
      throw new ProviderUnavailable('The provider knows nothing of a subscription that was active.');
    const written = await write(setup, row, await carryOutWish(setup.provider, row, said));
    if (!written) continue;
    if (written.user_id === null && written.activated_at !== null)
      await giveToProvenOwner(setup.db, written.email_key);
    return written;
  }
  throw new ProviderUnavailable('The subscription keeps changing while the provider is asked about it.');
}

/** As {@link refresh}; the row as it stands when the provider does not answer now. It is asked until it does. */
export async function refreshIfAnswered(setup: RefreshSetup, row: SubscriptionRow): Promise<SubscriptionRow> {
  try {
    return await refresh(setup, row.id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return (await findSubscription(setup.db, row.id)) ?? row;
  }
}

/** Tells the provider to pause, go on or stop, where it does something else; answers what it says then. */
async function carryOutWish(
  provider: PaymentProvider,
  { wish, paused_at }: SubscriptionRow,
  said: ProviderSubscription | null,
): Promise<ProviderSubscription | null> {
  const call = callFor(wish as Wish, paused_at !== null, said);
  if (said === null || call === null) return said;
  try {
    await provider[call](said.id, REASONS[wish as Wish]);
  } catch (error) {
    // It has changed meanwhile, or cannot be: what it says now counts.
    if (!(error instanceof ProviderRefused)) throw error;
  }
  return provider.read(said.id);
}

function callFor(wish: Wish, wasPaused: boolean, said: ProviderSubscription | null) {
  if (wish === 'stop') return said?.state === 'active' || said?.state === 'suspended' ? 'cancel' : null;
  if (wish === 'pause') return said?.state === 'active' ? 'suspend' : null;
  // What a failed payment has suspended is not ours to resume.
  const isOurPause = wasPaused && said?.state === 'suspended' && said.failedPayments === 0;
  return isOurPause ? 'resume' : null;
}

/** Writes what the provider said; undefined when the row was written meanwhile, by whoever asked later. */
async function write(
  { db, publicUrl }: RefreshSetup,
  row: SubscriptionRow,
  said: ProviderSubscription | null,
): Promise<SubscriptionRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const now = Date.now();
    await holdUser(transaction, row.user_id);
    // Held before its payments are read: a notice that is being written down comes wholly before or wholly after.
    const { numUpdatedRows } = await transaction
      .updateTable('subscriptions')
      .set({ version: row.version + 1 })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await recordListed(transaction, row, said?.payments ?? []);
    const state = stateOf(known(row), said, await paymentsOf(transaction, row.id), now);
    const opens = state.accessUntil !== null && state.accessUntil > now;
    const written = await transaction
      .updateTable('subscriptions')
      .set({
        status: state.status,
        wish: state.wish,
        paid_through: state.paidThrough,
        next_payment_at: state.nextPaymentAt,
        access_until: state.accessUntil,
        activated_at: row.activated_at ?? (opens ? now : null),
        next_check_at: state.nextCheckAt,
        failed_checks: 0,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (row.activated_at === null && written.activated_at !== null)
      await stopOthers(transaction, written, now);
    await followRole(transaction, row.user_id, now);
    await queueNews(transaction, row, written, publicUrl());
    return written;
  });
}

const leaveAlone = (db: Db, row: SubscriptionRow): Promise<SubscriptionRow> =>
  db
    .updateTable('subscriptions')
    .set({ next_check_at: null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

const known = (row: SubscriptionRow) => ({
  reference: row.reference,
  status: row.status as StoredStatus,
  wish: row.wish as Wish,
  activatedAt: row.activated_at,
  paidThrough: row.paid_through,
  createdAt: row.created_at,
});
