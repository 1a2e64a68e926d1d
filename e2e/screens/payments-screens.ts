import { admin, answered, failing, inTurn, moveTo, press, type Screen, typed, visible } from './screen.ts';

const PAYMENTS = '/admin/subscriptions/payments';

const at = (day: string) => `${day}T10:00:00.000Z`;

const PAYMENT = {
  key: 'payment-9',
  kind: 'payment',
  at: at('2026-11-20'),
  cents: 2000,
  currency: 'USD',
  state: 'completed',
  email: 'maren@example.org',
  price: { cents: 2000, currency: 'USD', interval: 'month' },
  subscriptionId: 6,
  subscription: 'I-EXAMPLE4711',
  payment: '8EX-0092',
  number: '8EX-0092',
  provider: 'paypal',
  isTest: false,
};
const YEARLY = { cents: 20_000, currency: 'USD', interval: 'year' };
const ENTRIES = [
  PAYMENT,
  { ...PAYMENT, key: 'refund-2', kind: 'refund', cents: -500, payment: '8EX-0071', number: '4RF-0002' },
  {
    ...PAYMENT,
    ...{ key: 'payment-8', at: at('2026-11-18'), state: 'partly-refunded', number: '8EX-0071' },
    email: 'a-rather-long-name-of-somebody-who-likes-them@example.org',
  },
  { ...PAYMENT, key: 'reversal-1', kind: 'reversal', cents: -20_000, price: YEARLY, number: null },
  { ...PAYMENT, key: 'payment-7', state: 'reversed', cents: 20_000, price: YEARLY, email: null },
  { ...PAYMENT, key: 'payment-6', state: 'refunded', provider: 'sandbox', isTest: true },
];
const SUMS = ['2026-11', '2026-10'].map((month, index) => ({
  ...{ month, currency: 'USD', isTest: false, payments: 94 - index, paidCents: 188_000 - 2000 * index },
  ...{ refundedCents: 500 * (1 - index), reversedCents: 20_000 * (1 - index) },
}));
const TEST_SUMS = { ...SUMS[1], isTest: true, payments: 1, paidCents: 2000, refundedCents: 2000 };

const lists = inTurn(
  answered('**/api/payments?*', 200, ENTRIES),
  answered('**/api/payments/sums?*', 200, [...SUMS, TEST_SUMS]),
);

/** Screens of all payments. */
export const paymentsScreens: Screen[] = [
  admin('admin-payments', '/admin', {
    before: lists,
    prepare: inTurn(moveTo(PAYMENTS), visible('main table')),
  }),
  // Other states of this site pay.
  admin('admin-payments-none', `${PAYMENTS}?from=2024-02-01&to=2024-02-29`, {
    prepare: visible('text=No payment in these days.'),
  }),
  admin('admin-payments-wrong', PAYMENTS, {
    prepare: inTurn(typed('Last day', '2024-02-29'), press('Show these days'), visible('main [role=alert]')),
  }),
  admin('admin-payments-failed', '/admin', {
    before: failing('**/api/payments?*'),
    prepare: inTurn(moveTo(PAYMENTS), visible('main [role=alert]')),
  }),
];
