import type { PersonPayment } from '#features/people/contract/schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';

const money = (cents: number, currency: string | null) => formatAmount(cents, currency ?? 'USD');

/** Describes a payment and its refunds. The amount is unknown when only its refund is known. */
export function paymentWord({ status, cents, currency, refundedCents }: PersonPayment): string {
  const paid = cents === null ? 'An unknown amount' : money(cents, currency);
  if (status === 'reversed') return `${paid}, taken back by the payment provider`;
  if (status === 'refunded' && (cents === null || refundedCents >= cents)) return `${paid}, refunded`;
  return refundedCents > 0 ? `${paid}, ${money(refundedCents, currency)} of it refunded` : paid;
}
