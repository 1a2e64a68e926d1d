import { describe, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import {
  change,
  owner,
  press,
  reader,
  site,
  startPriceSite,
  subscribedTo,
  YEAR,
  YEARLY,
} from '#test/payment-histories/price-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { GRACE_PERIOD } from '../state/subscription-state.ts';

/* Subscriptions keep the terms of their checkout, with a PayPal peer over HTTP. */

startPriceSite();

const textsTo = async (client: SignedInClient) =>
  (
    await site.db
      .selectFrom('mails')
      .select('text')
      .where('recipient', '=', client.user.email ?? '')
      .execute()
  ).map(({ text }) => text);

describe('a subscription', () => {
  test('keeps its price through every renewal, whatever a new one costs', async () => {
    const id = await subscribedTo({});
    await change(YEARLY);
    for (let month = 1; month <= 3; month += 1)
      await site.liveTo((site.peer.books.get(id).nextBillingAt ?? 0) + 2 * HOUR);
    expect(site.peer.books.get(id).payments.map(({ value }) => value)).toEqual(Array(4).fill('20.00'));
    expect((await site.stateOf(reader)).subscription).toMatchObject({
      status: 'active',
      price: { cents: 2000, interval: 'month' },
    });
    expect(await site.opens(reader)).toBe(true);
  });

  test('of a year is open for the year and renews once, with receipts for a year', async () => {
    await change(YEARLY);
    vi.setSystemTime(Date.UTC(2028, 1, 29, 12));
    await site.keepSessions();
    const id = await subscribedTo(YEAR);
    const end = Date.UTC(2029, 1, 28, 10);
    expect(site.peer.books.get(id).nextBillingAt).toBe(end);
    site.passTo(end - DAY);
    await site.reconcile();
    expect(await site.opens(reader)).toBe(true);
    await site.liveTo(end + DAY);
    expect(site.peer.books.get(id).payments).toHaveLength(2);
    expect((await site.stateOf(reader)).subscription).toMatchObject({
      status: 'active',
      nextPaymentAt: new Date(Date.UTC(2030, 1, 28, 10)).toISOString(),
      price: { cents: 20_000, currency: 'USD', interval: 'year' },
    });
    const texts = await textsTo(reader);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain('You paid $200.00 USD for a year of Stillwater.');
  });

  test('of a year that is not paid again ends after the grace period, and its mail says so', async () => {
    await change(YEARLY);
    const id = await subscribedTo(YEAR);
    const due = site.peer.books.get(id).nextBillingAt ?? 0;
    site.passTo(due - HOUR);
    site.peer.refusesPayments = true;
    await site.liveTo(due + 2 * DAY);
    expect((await site.stateOf(reader)).subscription).toMatchObject({ status: 'past_due' });
    expect((await textsTo(reader)).at(-1)).toContain('We could not charge your yearly payment.');
    await site.liveTo(due + GRACE_PERIOD + DAY);
    expect(await site.opens(reader)).toBe(false);
  });

  test('is refused when another price was paid than its own', async () => {
    await change(YEARLY);
    const { body } = await press(YEAR);
    site.peer.approve(body.subscriptionId);
    Object.assign(site.peer.books.get(body.subscriptionId).payments[0] ?? {}, { value: '20.00' });
    expect((await site.report(reader, body.subscriptionId)).status).toBe(409);
    expect((await textsTo(reader)).at(-1)).toContain('does not match our yearly plan');
  });

  test('of a year is refunded in part, then in full, never above its payment', async () => {
    await change(YEARLY);
    const id = await subscribedTo(YEAR);
    const row = await site.rowOf(id);
    const path = `/api/subscriptions/${row.id}`;
    const { payments } = (await owner.get(path)).body;
    const refund = (cents: number, refundedCents: number) =>
      owner.post(`${path}/refunds`, {
        ...{ paymentId: payments[0].id, cents, refundedCents, reason: '' },
        key: `key-of-${owner.user.id}-${cents}-${refundedCents}-long`,
      });
    expect((await refund(20_001, 0)).status).toBe(400);
    expect((await refund(5000, 0)).body.status).toBe('done');
    expect(await site.opens(reader)).toBe(true);
    expect((await refund(15_000, 5000)).body.status).toBe('done');
    expect(await site.opens(reader)).toBe(false);
    expect(site.peer.books.get(id)).toMatchObject({ status: 'CANCELLED', payments: [{ refunded: 200 }] });
    // Sums are counted in the background.
    const received = async () => (await owner.get('/api/subscriptions/totals')).body.months[0].receivedCents;
    await expect.poll(received).toBe(0);
  });

  test('of a year counts when it is paid, and among the yearly ones', async () => {
    await change(YEARLY);
    await subscribedTo(YEAR);
    const { body } = await owner.get('/api/subscriptions/totals');
    expect(body.yearly).toBe(1);
    expect([body.months[0].receivedCents, body.months[1].receivedCents]).toEqual([20_000, 0]);
    const { text } = await owner.get('/api/subscriptions.csv');
    expect(text).toContain('active,200.00,USD,year');
    const { body: own } = await reader.get('/api/user/data');
    expect(own.subscriptions[0]).toMatchObject({ provider: 'paypal', price: { cents: 20_000 } });
  });
});
