import { siteTitle } from '#features/settings/server/site-title.ts';
import type { Db } from '#platform/database/open.ts';
import { letter } from '#platform/mail/letter.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import type { SubscriptionRow } from './queries.ts';

/** The reader's account page, and the provider's page to change the card. */
interface Links {
  account: string;
  card: string | null;
}

const dateOf = (at: number) => formatDate(at, 'day');

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
  const mail = statusMailFor(await siteTitle(db), before, after, to, { account, card: cardUrl });
  if (mail) await queueMail(db, mail);
}

function statusMailFor(
  site: string,
  before: SubscriptionRow,
  after: SubscriptionRow,
  to: string,
  links: Links,
): Mail | null {
  const { account } = links;
  switch (after.status) {
    case 'past_due':
      return paymentFailedMail(site, to, after.access_until, links);
    case 'cancelled':
      if (before.activated_at === null || after.access_until === null) return null;
      // Stopped because the payer has a newer subscription.
      if (before.wish === 'stop') return before.status === 'active' ? paidTwiceMail(site, to, account) : null;
      return cancelledMail(site, to, after.access_until, after.wish === 'pause', account);
    case 'refunded':
      // The refund that the site gives has a mail of its own.
      return after.refund_after === null ? moneyReturnedMail(site, to, account) : null;
    case 'disputed':
      return moneyReturnedMail(site, to, account);
    case 'refused':
      return refusedMail(site, to, account);
    default:
      return null;
  }
}

/** The account's address, or the address given at the checkout. */
export async function addressOf(db: Db, row: SubscriptionRow): Promise<string | null> {
  if (row.user_id === null) return row.email_key;
  const user = await db.selectFrom('users').select('email').where('id', '=', row.user_id).executeTakeFirst();
  return user?.email ?? null;
}

const paymentFailedMail = (site: string, to: string, until: number | null, links: Links): Mail =>
  letter({
    site,
    to,
    subject: `Your ${site} payment did not go through`,
    opening: until
      ? 'We could not charge your monthly payment. We will try again over the next few days. ' +
        `You keep full access until ${dateOf(until)}.`
      : 'We could not charge your monthly payment. We will try again over the next few days.',
    link:
      links.card === null
        ? { label: 'View your subscription', url: links.account }
        : { label: 'Change your card', url: links.card },
    closing: [
      ...(links.card === null ? [] : [`Your subscription: ${links.account}`]),
      'If your card or wallet can be charged then, nothing changes for you.',
    ],
  });

const cancelledMail = (site: string, to: string, until: number, canUndo: boolean, account: string): Mail =>
  letter({
    site,
    to,
    subject: `Your ${site} subscription is canceled`,
    opening:
      until > Date.now()
        ? `You will not be charged again. You keep full access until ${dateOf(until)}.`
        : `You will not be charged again. Your paid time ended on ${dateOf(until)}.`,
    link: { label: 'View your subscription', url: account },
    closing: [
      canUndo && until > Date.now()
        ? 'You can undo this until then, or subscribe again at any time.'
        : 'You can subscribe again at any time.',
    ],
  });

/** Queues the mail about a subscription that an administrator ended at once. */
export async function queueEndedMail(db: Db, row: SubscriptionRow, publicUrl: string): Promise<void> {
  const to = await addressOf(db, row);
  if (to === null) return;
  const site = await siteTitle(db);
  await queueMail(
    db,
    letter({
      site,
      to,
      subject: `Your ${site} subscription has ended`,
      opening: 'We ended your subscription. You will not be charged again.',
      link: { label: 'View your subscription', url: `${publicUrl}/account` },
      closing: ['Your account and your favorites stay. If you have a question, reply to this email.'],
    }),
  );
}

const paidTwiceMail = (site: string, to: string, account: string): Mail =>
  letter({
    site,
    to,
    subject: `We stopped one of your two ${site} subscriptions`,
    opening: 'You were subscribed twice, so we stopped one subscription. It will not be charged again.',
    link: { label: 'View your subscription', url: account },
    closing: ['If both are charged for the same time, we refund one.'],
  });

const moneyReturnedMail = (site: string, to: string, account: string): Mail =>
  letter({
    site,
    to,
    subject: `Your ${site} subscription has ended`,
    opening: 'Your last payment was refunded, and your subscription has ended.',
    link: { label: 'View your subscription', url: account },
    closing: ['You will not be charged again. Your account and your favorites stay.'],
  });

const refusedMail = (site: string, to: string, account: string): Mail =>
  letter({
    site,
    to,
    subject: `We could not accept your payment to ${site}`,
    opening:
      'We received a payment that does not match our monthly plan. It did not start a subscription, and ' +
      'you will not be charged again.',
    link: { label: 'View your subscription', url: account },
    closing: ['If you were charged, reply to this email and we will refund you.'],
  });
