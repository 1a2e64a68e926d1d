import { siteTitle } from '#features/settings/server/site-title.ts';
import type { Db } from '#platform/database/open.ts';
import { letter } from '#platform/mail/letter.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import { PLAN } from '../contract/calls.ts';
import { formatAmount } from '../shared/format-amount.ts';
import type { SubscriptionRow } from './queries.ts';
import { addressOf } from './subscription-mails.ts';

/** A payment that went through. */
export interface Paid {
  /** The provider's number of it. */
  id: string;
  cents: number;
  currency: string;
  at: number;
}

/**
 * Queues the receipts of payments, in the transaction that records them, so that each payment has one. `all`:
 * of every payment so far, at the activation.
 */
export async function queueReceipts(
  db: Db,
  row: SubscriptionRow,
  payments: readonly Paid[] | 'all',
  publicUrl: string,
): Promise<void> {
  if (payments.length === 0) return;
  const to = await addressOf(db, row);
  if (to === null) return;
  const site = await siteTitle(db);
  for (const paid of payments === 'all' ? await paidSoFar(db, row.id) : payments)
    await queueMail(db, receiptMail(site, to, paid, row.user_id === null, publicUrl));
}

async function paidSoFar(db: Db, subscriptionId: number): Promise<Paid[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['provider_id', 'cents', 'currency', 'paid_at'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'completed')
    .orderBy('paid_at')
    .execute();
  return rows.flatMap(({ provider_id: id, cents, currency, paid_at: at }) =>
    cents === null || currency === null || at === null ? [] : [{ id, cents, currency, at }],
  );
}

/** `$20.00 USD`; the plan's price where the payment's is not known. */
export function formatMoney(cents: number | null, currency: string | null): string {
  const unit = currency ?? PLAN.currency;
  return `${formatAmount(cents ?? PLAN.cents, unit)} ${unit}`;
}

/** A payer without an account gets a link to create one, which takes the subscription along. */
function receiptMail(site: string, to: string, paid: Paid, hasNoAccount: boolean, publicUrl: string): Mail {
  const { id, cents, currency, at } = paid;
  const thanks = `Thank you. You paid ${formatMoney(cents, currency)} for a month of ${site}.`;
  const facts = [`Date: ${formatDate(at, 'day')}.`, `Payment: ${id}.`];
  const subject = `Your ${site} receipt`;
  return hasNoAccount
    ? letter({
        site,
        to,
        subject,
        opening:
          `${thanks} Create an account with this email address to use your subscription on all ` +
          `your devices.`,
        link: { label: 'Create your account', url: `${publicUrl}/auth?tab=register&returnTo=/account` },
        closing: [...facts, 'Until you create it, your subscription works in the browser where you paid.'],
      })
    : letter({
        site,
        to,
        subject,
        opening: thanks,
        link: { label: 'View your subscription', url: `${publicUrl}/account` },
        closing: [...facts, 'You can cancel any time.'],
      });
}
