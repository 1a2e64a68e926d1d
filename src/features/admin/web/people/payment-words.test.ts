import { expect, test } from 'vitest';
import { paymentWord } from './payment-words.ts';

test('a payment says what was paid, and what of it came back', () => {
  const word = (status: string, cents: number | null, refundedCents = 0) =>
    paymentWord({ id: 1, status, cents, currency: 'USD', refundedCents, paidAt: null, undoneAt: null });
  expect(word('completed', 2000)).toBe('$20.00');
  expect(word('completed', 2000, 500)).toBe('$20.00, $5.00 of it refunded');
  expect(word('refunded', 2000, 500)).toBe('$20.00, $5.00 of it refunded');
  expect(word('refunded', 2000, 2000)).toBe('$20.00, refunded');
  expect(word('refunded', null)).toBe('An unknown amount, refunded');
  expect(word('reversed', 2000, 2000)).toBe('$20.00, taken back by the payment provider');
});
