import { composeMail } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { PLAN } from '../../contract/calls.ts';
import { formatMoney } from '../receipt-mail.ts';
import type { RefundReason } from './request-refunds.ts';

const OPENINGS: Record<RefundReason, (sum: string) => string> = {
  'second-subscription': (sum) =>
    `You were subscribed twice, so we stopped the second subscription and refunded its payment of ${sum}.`,
  'account-deleted': (sum) =>
    `Your payment of ${sum} arrived after your account was deleted, so we stopped the subscription and ` +
    'refunded the payment.',
  'after-cancellation': (sum) => `Your payment of ${sum} was taken after you canceled, so we refunded it.`,
};

/** A payment that was refunded at least in part. */
interface RefundedPayment {
  provider_id: string;
  cents: number | null;
  currency: string | null;
}

/** Recipient of the mail. `account`: address of the account page, null for a deleted account. */
interface Receiver {
  to: string;
  account: string | null;
  publicUrl: string;
}

/** Composes the mail about a refund by the site. */
export const refundMail = (
  db: Db,
  receiver: Receiver,
  reason: RefundReason,
  payment: { provider_id: string; cents: number; currency: string },
): Promise<Mail> =>
  compose(db, receiver, OPENINGS[reason](formatMoney(payment.cents, payment.currency)), payment.provider_id);

/** Composes the mail about an administrator's refund of a whole payment or a part. */
export function adminRefundMail(
  db: Db,
  receiver: Receiver,
  cents: number,
  payment: RefundedPayment,
): Promise<Mail> {
  const currency = payment.currency ?? PLAN.currency;
  const given = formatMoney(cents, currency);
  const reason =
    payment.cents === null || cents >= payment.cents
      ? `We refunded your payment of ${given}.`
      : `We refunded ${given} of your payment of ${formatMoney(payment.cents, currency)}.`;
  return compose(db, receiver, reason, payment.provider_id);
}

const compose = (
  db: Db,
  { to, account, publicUrl }: Receiver,
  reason: string,
  payment: string,
): Promise<Mail> =>
  composeMail(db, 'refunded', { to, values: { reason, link: account ?? '', payment }, publicUrl });
