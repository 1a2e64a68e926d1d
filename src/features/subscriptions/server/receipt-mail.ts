import { provenOwner } from '#features/accounts/server/proven-email.ts';
import { composeMail } from '#features/settings/server/compose-mail.ts';
import { siteDay } from '#features/settings/server/site-day.ts';
import type { Db } from '#platform/database/open.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { formatAmount } from '../shared/format-amount.ts';
import type { Terms } from '../shared/prices.ts';
import type { SubscriptionRow } from './queries.ts';
import { addressOf } from './subscription-mails.ts';
import { termsOf } from './terms.ts';

/** A payment that went through. */
export interface Paid {
  /** The provider's number of the payment. */
  id: string;
  cents: number;
  currency: string;
  at: number;
}

/**
 * Queues the receipts of payments, in the transaction that records them, so that each payment has one. `all`:
 * of all payments so far, at the activation.
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
  // The account that has proven the address gets the subscription right after this transaction.
  const hasNoAccount = row.user_id === null && (await provenOwner(db, to)) === undefined;
  for (const paid of payments === 'all' ? await paidSoFar(db, row.id) : payments)
    await queueMail(db, await receiptMail(db, { to, publicUrl }, paid, termsOf(row), hasNoAccount));
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

/** `$20.00 USD`. */
export const formatMoney = (cents: number, currency: string): string =>
  `${formatAmount(cents, currency)} ${currency}`;

/** The mail to a payer without an account has a link to create one, which claims the subscription. */
async function receiptMail(
  db: Db,
  { to, publicUrl }: { to: string; publicUrl: string },
  { id, cents, currency, at }: Paid,
  { interval }: Terms,
  hasNoAccount: boolean,
): Promise<Mail> {
  const values = {
    amount: formatMoney(cents, currency),
    period: interval,
    date: (await siteDay(db))(at),
    payment: id,
    link: hasNoAccount ? `${publicUrl}/auth?tab=register&returnTo=/account` : `${publicUrl}/account`,
  };
  return composeMail(db, hasNoAccount ? 'receipt-without-account' : 'receipt', { to, values, publicUrl });
}
