import { roleNow } from '#features/accounts/server/session/roles.ts';
import { findUser } from '#features/accounts/server/users.ts';
import { grantedUntil, NO_END } from '#features/grants/server/granted-until.ts';
import { composeMail } from '#features/settings/server/compose-mail.ts';
import { siteDay } from '#features/settings/server/site-day.ts';
import type { Db } from '#platform/database/open.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import type { SubscriptionRow } from './queries.ts';
import { termsOf } from './terms.ts';

interface Facts {
  to: string;
  publicUrl: string;
  /** The reader's account page. */
  account: string;
  /** The provider's page to change the card. */
  card: string | null;
  /** End of granted access, in epoch ms. The end of a payment does not end it. */
  granted: number | null;
  dateOf: DateOf;
}

/** Writes the day of an instant. */
type DateOf = (at: number) => string;

/** Queues the mail about a change of status, if there is one for it. */
export async function queueStatusMail(
  db: Db,
  before: SubscriptionRow,
  after: SubscriptionRow,
  publicUrl: string,
  cardUrl: string | null,
): Promise<void> {
  if (before.status === after.status) return;
  const account = `${publicUrl}/account`;
  const to = await addressOf(db, after);
  if (to === null) return;
  const granted = await grantedUntil(db, after.user_id);
  const facts = { to, publicUrl, account, card: cardUrl, granted, dateOf: await siteDay(db) };
  const mail = await statusMailFor(db, before, after, facts);
  if (mail) await queueMail(db, mail);
}

async function statusMailFor(
  db: Db,
  before: SubscriptionRow,
  after: SubscriptionRow,
  { to, publicUrl, account, card, granted, dateOf }: Facts,
): Promise<Mail | null> {
  const moneyReturned = () =>
    composeMail(db, 'money-returned', {
      to,
      values: { given: givenAccess(granted, dateOf), link: account },
      publicUrl,
    });
  switch (after.status) {
    case 'past_due':
      return composeMail(db, 'payment-failed', {
        to,
        publicUrl,
        ...(card === null ? { button: 'View your subscription' } : {}),
        values: {
          period: periodWord(after),
          access: keptAccess(laterOf(after.access_until, granted), dateOf),
          link: card ?? account,
          subscription: card === null ? '' : `Your subscription: ${account}`,
        },
      });
    case 'cancelled':
      if (before.activated_at === null || after.access_until === null) return null;
      // Stopped, because the payer has a newer subscription.
      if (before.wish === 'stop')
        return before.status === 'active'
          ? composeMail(db, 'paid-twice', { to, values: { link: account }, publicUrl })
          : null;
      return composeMail(db, 'canceled', {
        to,
        publicUrl,
        values: {
          ...endOf(after.access_until, granted, after.wish === 'pause', dateOf),
          link: account,
        },
      });
    case 'refunded':
      // The site's refund has a mail of its own, and never ends what the reader has cancelled.
      return after.refund_after === null || after.paused_at !== null ? moneyReturned() : null;
    case 'disputed':
      // The provider's list calls it a refund, until a notice tells more.
      return before.status === 'refunded' ? null : moneyReturned();
    case 'expired':
      return (await hasLostAccess(db, before, after))
        ? composeMail(db, 'renewal-unpaid', {
            to,
            publicUrl,
            values: { period: periodWord(after), link: account },
          })
        : null;
    case 'refused':
      return composeMail(db, 'payment-refused', {
        to,
        publicUrl,
        values: { period: periodWord(after), link: account },
      });
    default:
      return null;
  }
}

/**
 * Tells whether the payer has lost access because a renewal was not paid. Administrators, editors and people
 * with granted access keep it. A cancellation has a mail of its own.
 */
async function hasLostAccess(db: Db, before: SubscriptionRow, after: SubscriptionRow): Promise<boolean> {
  const wasOpen = before.activated_at !== null && before.status !== 'cancelled';
  if (!wasOpen || before.wish !== 'renew' || after.wish !== 'stop') return false;
  if (after.user_id === null) return true;
  const payer = await findUser(db, after.user_id);
  return payer !== undefined && roleNow(payer, Date.now()) === 'free';
}

/** Returns the sentences about the end of a canceled subscription and of granted access, both in epoch ms. */
function endOf(until: number, granted: number | null, canUndo: boolean, dateOf: DateOf) {
  const isAhead = until > Date.now();
  const paidTime = isAhead
    ? `Your paid time ends on ${dateOf(until)}.`
    : `Your paid time ended on ${dateOf(until)}.`;
  const isGivenLonger = granted !== null && granted > until;
  const kept = isAhead ? keptAccess(until, dateOf) : paidTime;
  return {
    access: isGivenLonger ? `${paidTime} ${givenAccess(granted, dateOf)}` : kept,
    again:
      canUndo && isAhead
        ? `You can undo this until ${isGivenLonger ? dateOf(until) : 'then'}, and subscribe again later.`
        : subscribeAgain(isGivenLonger ? granted : until),
  };
}

/**
 * Returns the sentence about a new subscription, which the site offers after the end of access; empty for
 * never.
 */
function subscribeAgain(end: number): string {
  if (end === NO_END) return '';
  return end > Date.now() ? 'You can subscribe again then.' : 'You can subscribe again at any time.';
}

/** Returns the sentence about access until an instant; empty without access. */
function keptAccess(until: number | null, dateOf: DateOf): string {
  if (until === null) return '';
  return until === NO_END ? 'You keep full access.' : `You keep full access until ${dateOf(until)}.`;
}

/** Returns the sentence about granted access, which outlasts the payment. */
const givenAccess = (granted: number | null, dateOf: DateOf): string =>
  keptAccess(granted, dateOf).replace(/\.$/, ', because it was given to you.');

/** Returns the later end of paid and granted access. */
const laterOf = (paid: number | null, granted: number | null): number | null =>
  paid === null || granted === null ? (paid ?? granted) : Math.max(paid, granted);

/** Returns the account's address, or the one given at the checkout. */
export async function addressOf(db: Db, row: SubscriptionRow): Promise<string | null> {
  if (row.user_id === null) return row.email_key;
  const user = await db.selectFrom('users').select('email').where('id', '=', row.user_id).executeTakeFirst();
  return user?.email ?? null;
}

const periodWord = (row: SubscriptionRow) => `${termsOf(row).interval}ly`;

/** Queues the mail about a subscription that an administrator ended at once. */
export async function queueEndedMail(db: Db, row: SubscriptionRow, publicUrl: string): Promise<void> {
  const to = await addressOf(db, row);
  if (to === null) return;
  const given = givenAccess(await grantedUntil(db, row.user_id), await siteDay(db));
  const values = { given, link: `${publicUrl}/account` };
  await queueMail(db, await composeMail(db, 'ended', { to, values, publicUrl }));
}
