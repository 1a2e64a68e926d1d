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
  return letter({
    site,
    to,
    subject: `We refunded your payment to ${site}`,
    opening: OPENINGS[reason](formatMoney(money.cents, money.currency)),
    ...(account === null ? {} : { link: { label: 'View your subscription', url: account } }),
    closing: [
      `Payment: ${paymentId}.`,
      'The money returns to the card or account that you paid with, usually within a few days.',
    ],
  });
}
