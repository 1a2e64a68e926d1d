import type { Db } from '#platform/database/open.ts';
import { letter } from '#platform/mail/letter.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import type { SubscriptionRow } from './queries.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (at: number) => DATE.format(at);

/** Writes down the mail that a change of a subscription is worth; most are worth none. */
export async function queueNews(
  db: Db,
  before: SubscriptionRow,
  after: SubscriptionRow,
  publicUrl: string,
): Promise<void> {
  if (before.status === after.status) return;
  const account = `${publicUrl}/account`;
  const to = await addressOf(db, after);
  if (to === null) return;
  const mail = newsOf(before, after, to, account);
  if (mail) await queueMail(db, mail);
}

function newsOf(before: SubscriptionRow, after: SubscriptionRow, to: string, account: string): Mail | null {
  switch (after.status) {
    case 'past_due':
      return paymentFailedMail(to, after.access_until, account);
    case 'cancelled':
      if (before.activated_at === null || after.access_until === null) return null;
      // Stopped because the same person has subscribed anew.
      if (before.wish === 'stop') return before.status === 'active' ? paidTwiceMail(to, account) : null;
      return cancelledMail(to, after.access_until, after.wish === 'pause', account);
    case 'refunded':
    case 'disputed':
      return moneyReturnedMail(to, account);
    case 'refused':
      return refusedMail(to, account);
    default:
      return null;
  }
}

/** The account's address, or the one that the checkout was begun with. */
async function addressOf(db: Db, row: SubscriptionRow): Promise<string | null> {
  if (row.user_id === null) return row.email_key;
  const user = await db.selectFrom('users').select('email').where('id', '=', row.user_id).executeTakeFirst();
  return user?.email ?? null;
}

const paymentFailedMail = (to: string, until: number | null, account: string): Mail =>
  letter({
    to,
    subject: 'A payment to Stillwater did not go through',
    opening: until
      ? `Your monthly payment did not go through. Nothing is lost: everything stays open until ${dateOf(until)}, and the payment is tried again by itself.`
      : 'Your payment did not go through. It is tried again by itself.',
    link: { label: 'See your subscription', url: account },
    closing: ['If your card has changed, you can choose another one with the payment provider.'],
  });

const cancelledMail = (to: string, until: number, canUndo: boolean, account: string): Mail =>
  letter({
    to,
    subject: 'Your Stillwater subscription is cancelled',
    opening: `No further payment will be taken. Everything stays open until ${dateOf(until)}.`,
    link: { label: 'See your subscription', url: account },
    closing: [
      canUndo
        ? 'You can take this back until then, and subscribe again at any time after.'
        : 'You can subscribe again at any time after.',
    ],
  });

const paidTwiceMail = (to: string, account: string): Mail =>
  letter({
    to,
    subject: 'One of your two Stillwater subscriptions was stopped',
    opening: 'You had subscribed twice, so the earlier subscription takes no further payments.',
    link: { label: 'See your subscription', url: account },
    closing: ['Answer this mail if you were charged for both: one of them will be returned.'],
  });

const moneyReturnedMail = (to: string, account: string): Mail =>
  letter({
    to,
    subject: 'Your Stillwater subscription has ended',
    opening: 'Your last payment was returned to you, and the subscription has ended with it.',
    link: { label: 'See your subscription', url: account },
    closing: ['No further payment will be taken. Your account and your favorites stay as they are.'],
  });

const refusedMail = (to: string, account: string): Mail =>
  letter({
    to,
    subject: 'Your payment to Stillwater could not be accepted',
    opening:
      'A payment reached us that is not our monthly plan, so it opened nothing, and no further one will be taken.',
    link: { label: 'See your subscription', url: account },
    closing: ['Please answer this mail if money was taken: it will be returned.'],
  });
