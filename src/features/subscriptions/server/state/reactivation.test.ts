import { expect, test } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { agreement, NEXT, paid, row } from '#test/payment-histories/known-facts.ts';
import { OVERDUE_AFTER } from './payment-rules.ts';
import { GRACE_PERIOD, stateOf } from './subscription-state.ts';

/*
 * The provider suspends a subscription when its payer removes the card, and activates it when there is a new
 * one, here after the paid time.
 */

const since = NEXT + 30 * DAY;
const billing = since + 21 * DAY;
const resumed = (given = {}) => agreement({ stateSince: since, nextPaymentAt: billing, ...given });

test('a reactivated subscription is closed until the next billing date, whatever failed before', () => {
  for (const failure of [{}, { failedPayments: 1 }, { lastFailedPaymentAt: NEXT + DAY }])
    expect(stateOf(row(), resumed(failure), [paid()], since + 12 * DAY)).toMatchObject({
      status: 'cancelled',
      intended: 'renew',
      accessUntil: NEXT,
    });
});

test('a reactivated subscription is open from its billing date on, while the charge is late', () => {
  expect(stateOf(row(), resumed(), [paid()], billing + 2 * HOUR)).toMatchObject({
    status: 'active',
    intended: 'renew',
    accessUntil: billing + GRACE_PERIOD,
  });
});

test('a reactivated subscription has eleven days for its payment, with or without a billing date', () => {
  const nameless = resumed({ nextPaymentAt: null });
  for (const [subscription, dueAt] of [
    [resumed(), billing],
    [nameless, since],
  ] as const) {
    expect(stateOf(row(), subscription, [paid()], dueAt + OVERDUE_AFTER)).toMatchObject({
      status: 'past_due',
      intended: 'renew',
      accessUntil: dueAt + GRACE_PERIOD,
    });
    expect(stateOf(row(), subscription, [paid()], dueAt + GRACE_PERIOD).intended).toBe('stop');
  }
});
