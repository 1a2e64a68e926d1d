import type { ManagedPayment } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';

/** Returns the refundable rest of a payment, in cents; 0 for one that cannot be refunded here. */
export function leftOf({ status, cents, refundedCents, dueCents }: ManagedPayment): number {
  return status !== 'completed' || cents === null ? 0 : Math.max(0, cents - refundedCents - dueCents);
}

/** Parses an amount as people type it: `5`, `5.00`, `$5` or `1,200.50`, in cents; null if invalid. */
export function readAmount(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(?:[,.]|$))/g, '');
  const [, whole, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Returns the error of a typed amount; undefined when it can be refunded. */
export function amountError(text: string, payment: ManagedPayment): string | undefined {
  const cents = readAmount(text);
  if (cents === null || cents === 0) return 'Enter an amount such as 5.00.';
  const left = leftOf(payment);
  return cents > left
    ? `At most ${formatAmount(left, payment.currency)} is left of this payment.`
    : undefined;
}

/** Describes the effect of a refund on access. */
export function accessEffect(payment: ManagedPayment, cents: number): string {
  const isAll = payment.cents !== null && payment.refundedCents + payment.dueCents + cents >= payment.cents;
  if (!isAll) return 'Access does not change. To end it too, cancel the subscription.';
  return payment.endsAccess
    ? 'This ends access at once, and no further payment is taken.'
    : 'Access does not change, because this is not the payment that access rests on.';
}
