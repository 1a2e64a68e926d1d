import { letter } from '#platform/mail/letter.ts';
import type { Mail } from '#platform/mail/queue.ts';
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

/** Composes the mail about a refund that the site gave by itself. `account`: null for a deleted account. */
export function refundMail(
  site: string,
  to: string,
  reason: RefundReason,
  paymentId: string,
  money: { cents: number | null; currency: string | null },
  account: string | null,
): Mail {
  return compose(site, to, OPENINGS[reason](formatMoney(money.cents, money.currency)), paymentId, account);
}

/** Composes the mail about a refund that an administrator gave, of all or a part of a payment. */
export function adminRefundMail(
  site: string,
  to: string,
  cents: number,
  payment: { provider_id: string; cents: number | null; currency: string | null },
  account: string | null,
): Mail {
  const { currency } = payment;
  const given = formatMoney(cents, currency);
  const opening =
    payment.cents === null || cents >= payment.cents
      ? `We refunded your payment of ${given}.`
      : `We refunded ${given} of your payment of ${formatMoney(payment.cents, currency)}.`;
  return compose(site, to, opening, payment.provider_id, account);
}

const compose = (
  site: string,
  to: string,
  opening: string,
  paymentId: string,
  account: string | null,
): Mail =>
  letter({
    site,
    to,
    subject: `We refunded your payment to ${site}`,
    opening,
    ...(account === null ? {} : { link: { label: 'View your subscription', url: account } }),
    closing: [
      `Payment: ${paymentId}.`,
      'The money returns to the card or account that you paid with, usually within a few days.',
    ],
  });
