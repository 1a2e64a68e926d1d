import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR } from '#platform/text/time-units.ts';
import { type Fault, type PayPalPeer, startPayPalPeer } from '#test/paypal/paypal-peer.ts';
import { FIRST_TERMS } from '../../shared/prices.ts';
import { ProviderKeysRefused, ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { PayPalClient } from './paypal-client.ts';
import { PayPalProvider } from './paypal-provider.ts';
import { Cents } from './paypal-schemas.ts';
import { unreadableEntries } from './read-entries.ts';

let peer: PayPalPeer;
let provider: PayPalProvider;
let count = 0;

beforeEach(async () => {
  peer = await startPayPalPeer();
  provider = new PayPalProvider(peer.keys);
});
afterEach(() => peer.stop());

const order = () => ({
  reference: `reference-${++count}`,
  planId: null,
  terms: FIRST_TERMS,
  returnUrl: 'https://learn.example/account',
  cancelUrl: 'https://learn.example/account',
  siteTitle: 'Quay',
});

async function subscribed(): Promise<string> {
  const { id } = await provider.create(order());
  peer.approve(id);
  return id;
}

test('a subscription is created once per reference, and is not approved yet', async () => {
  const request = order();
  const { id, approveUrl } = await provider.create(request);
  expect(approveUrl).toContain(`ba_token=${id}`);
  expect(await provider.create(request)).toEqual({ id, approveUrl });
  expect(peer.books.subscriptions.size).toBe(1);
  expect(peer.books.get(id).context).toMatchObject({
    shipping_preference: 'NO_SHIPPING',
    payment_method: { payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
  });
  expect(await provider.read(id)).toEqual({
    id,
    reference: request.reference,
    state: 'pending',
    planId: peer.keys.planId,
    hasPlanPrice: true,
    stateSince: expect.any(Number),
    nextPaymentAt: null,
    lastPayment: null,
    failedPayments: 0,
    lastFailedPaymentAt: null,
    payerEmail: 'ada@payer.example',
    otherTransactionIds: [],
    payments: [],
  });
});

test('a repeated creation after a lost response returns the same subscription', async () => {
  const request = order();
  peer.fault('subscription.create', 'lost');
  await expect(provider.create(request)).rejects.toThrow(ProviderUnavailable);
  const { id } = await provider.create(request);
  expect([...peer.books.subscriptions.keys()]).toEqual([id]);
});

test('an approved subscription is active, with its payment in cents and its next date', async () => {
  const id = await subscribed();
  const [payment] = peer.books.get(id).payments;
  const at = Math.floor((payment?.at ?? 0) / 1000) * 1000;
  expect(await provider.read(id)).toMatchObject({
    state: 'active',
    nextPaymentAt: peer.books.get(id).nextBillingAt,
    lastPayment: { cents: 2000, currency: 'USD', at },
    payments: [{ id: payment?.id, cents: 2000, currency: 'USD', at, status: 'completed' }],
  });
});

test('every state and payment status is translated', async () => {
  const id = await subscribed();
  const now = () => provider.read(id);
  await provider.suspend(id, 'a pause');
  expect(await now()).toMatchObject({ state: 'suspended', nextPaymentAt: null });
  await provider.resume(id, 'on again');
  expect(await now()).toMatchObject({ state: 'active' });
  peer.books.refund(id, '5.00');
  expect(await now()).toMatchObject({ payments: [{ status: 'completed' }] });
  peer.books.refund(id, '15.00');
  expect(await now()).toMatchObject({ payments: [{ status: 'refunded', cents: 2000 }] });
  // PayPal's list has no status for a reversal; its webhook event does.
  peer.books.reverse(id);
  expect(await now()).toMatchObject({ payments: [{ status: 'refunded' }] });
  await provider.cancel(id, 'enough');
  expect(await now()).toMatchObject({ state: 'cancelled', nextPaymentAt: null });
  peer.books.expire(id);
  expect(await now()).toMatchObject({ state: 'expired' });
  peer.books.get(id).status = 'APPROVED';
  expect(await now()).toMatchObject({ state: 'approved', payments: [] });
});

test('null counts as a missing field', async () => {
  const id = await subscribed();
  const expected = await provider.read(id);
  const [plan_overridden, last_failed_payment] = [null, null];
  peer.fault('subscription.read', {
    rewrite: ({ billing_info, ...rest }: { billing_info: object }) => ({
      ...rest,
      plan_overridden,
      quantity: null,
      billing_info: { ...billing_info, last_failed_payment },
    }),
  });
  expect(await provider.read(id)).toEqual(expected);
});

test('a failed payment is counted after its second retry, and then suspends the subscription', async () => {
  const id = await subscribed();
  peer.books.failPayment(id);
  peer.books.failPayment(id);
  expect(await provider.read(id)).toMatchObject({ state: 'active', failedPayments: 0 });
  peer.books.failPayment(id);
  expect(await provider.read(id)).toMatchObject({ state: 'suspended', failedPayments: 1 });
  await expect(provider.resume(id, 'on again')).rejects.toThrow('SUBSCRIPTION_CANNOT_BE_ACTIVATED');
});

test('declined payments and separately listed refunds are not payments', async () => {
  const id = await subscribed();
  const [payment] = peer.books.get(id).payments;
  if (!payment) throw new Error('The peer has no payment.');
  peer.books
    .get(id)
    .payments.unshift(
      { ...payment, id: 'DECLINED', status: 'DECLINED' },
      { ...payment, id: 'GIVEN-BACK', value: '-20.00' },
    );
  expect((await provider.read(id))?.payments.map((listed) => listed.id)).toEqual([payment.id]);
});

test.each([
  ['two of it', { quantity: '2' }, false],
  ['a price of its own', { planOverridden: true }, false],
  ['one of it, as a decimal', { quantity: '1.0' }, true],
])('%s: hasPlanPrice recognizes it', async (_what, change, hasPlanPrice) => {
  const id = await subscribed();
  Object.assign(peer.books.get(id), change);
  expect(await provider.read(id)).toMatchObject({ hasPlanPrice });
});

test('an unknown id is null, and an unfitting call is refused with PayPal’s codes', async () => {
  expect(await provider.read('I-NOBODY')).toBeNull();
  const id = await subscribed();
  await provider.cancel(id, 'enough');
  await expect(provider.cancel(id, 'twice')).rejects.toThrow(
    /UNPROCESSABLE_ENTITY, SUBSCRIPTION_STATUS_INVALID/,
  );
  await expect(provider.resume(id, 'no')).rejects.toThrow(ProviderRefused);
});

const FAULTS: [string, Fault][] = [
  ['fails', { status: 500 }],
  ['is overloaded', { status: 429, retryAfter: '1' }],
  ['is away', { status: 503 }],
  ['does not answer in time', 'no answer'],
  ['answers too late', { slowMs: 1500 }],
  ['sends garbage', 'garbage'],
  ['breaks the connection', 'reset'],
  ['breaks the connection after the work', 'lost'],
];

test.each(FAULTS)(
  'PayPal %s: reading throws ProviderUnavailable at every step, and recovers',
  async (_what, fault) => {
    const id = await subscribed();
    for (const kind of ['token', 'subscription.read', 'subscription.transactions'] as const) {
      const fresh = new PayPalProvider(
        peer.keys,
        new PayPalClient(peer.keys, () => AbortSignal.timeout(400)),
      );
      peer.fault(kind, fault);
      await expect(fresh.read(id), kind).rejects.toThrow(ProviderUnavailable);
      peer.heal();
      // A retry, because the short timeout of this test may pass under load.
      const isWell = async () => expect(await fresh.read(id), kind).toMatchObject({ state: 'active' });
      await vi.waitFor(isWell, { timeout: 10_000 });
    }
  },
);

test('a refused list counts as empty; a refused read does not count as an unknown subscription', async () => {
  const id = await subscribed();
  for (const status of [404, 400]) {
    peer.fault('subscription.transactions', { status });
    expect(await provider.read(id)).toMatchObject({ state: 'active', payments: [] });
  }
  peer.fault('subscription.read', { status: 400 });
  await expect(provider.read(id)).rejects.toThrow(ProviderUnavailable);
});

test('concurrent calls share one cached token', async () => {
  const id = await subscribed();
  const fresh = new PayPalProvider(peer.keys);
  peer.calls.length = 0;
  await Promise.all([fresh.read(id), fresh.read(id), fresh.read(id)]);
  await fresh.read(id);
  expect(peer.calls.filter((kind) => kind === 'token')).toHaveLength(1);
});

test('a revoked token is renewed once', async () => {
  const id = await subscribed();
  peer.forgetTokens();
  expect(await provider.read(id)).toMatchObject({ state: 'active' });
  peer.fault('subscription.read', { status: 401 }, { times: 2 });
  peer.calls.length = 0;
  await expect(provider.read(id)).rejects.toThrow(ProviderKeysRefused);
  expect(peer.calls).toEqual(['subscription.read', 'token', 'subscription.read']);
});

test('wrong keys have their own error, and no error contains the secret or the payer', async () => {
  const id = await subscribed();
  const stranger = new PayPalProvider({ ...peer.keys, clientSecret: 'not it' });
  const refusal = await stranger.read(id).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProviderKeysRefused);
  expect(refusal).toBeInstanceOf(ProviderUnavailable);
  expect(String(refusal)).not.toContain('not it');
  // A response with a name and an address, in which one field is invalid.
  peer.fault('subscription.read', { rewrite: (answer: object) => ({ ...answer, quantity: 1 }) });
  const misread = await provider.read(id).catch((error: unknown) => error);
  expect(String(misread)).toContain('quantity');
  expect(String(misread)).not.toMatch(/ada|payer/i);
});

test('the date of PayPal’s last answer tells how far this machine’s clock is ahead', async () => {
  const asked = new PayPalProvider(peer.keys);
  expect(asked.clockAhead).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR });
  await asked.read('I-NONE').finally(() => vi.useRealTimers());
  expect(asked.clockAhead).toBeGreaterThan(HOUR / 2);
});

test('amounts become cents by digits, and invalid amounts are refused', () => {
  const cents = (value: string) => Cents.safeParse(value).data;
  expect(['20.00', '20.0', '20', '0.29', '.5', '19.990', '-20.00', '1138.85'].map(cents)).toEqual([
    2000, 2000, 2000, 29, 50, 1999, -2000, 113_885,
  ]);
  expect(['', '.', '-', '20.001', '20,00', '2e1', 'NaN', ' 20', '9'.repeat(20)].map(cents)).toEqual(
    Array(9).fill(undefined),
  );
});

test('an unreadable entry of a list is skipped, counted and reported without its values', async () => {
  const id = await subscribed();
  const [payment] = peer.books.get(id).payments;
  const metrics = new Registry();
  const logged: unknown[] = [];
  const log = { warn: (entry: unknown) => logged.push(entry) } as unknown as FastifyBaseLogger;
  const report = unreadableEntries(metrics, () => log);
  const reader = new PayPalProvider(peer.keys, new PayPalClient(peer.keys, undefined, report));
  const rewrite = ({ transactions, ...rest }: { transactions: { id: string; payer_email: string }[] }) => {
    const [entry] = transactions;
    const { status: _status, ...withoutStatus } = { status: '', ...entry, id: 'NOSTATUS' };
    const { amount_with_breakdown: _amount, ...withoutAmount } = {
      amount_with_breakdown: {},
      ...entry,
      id: 'ada@payer.example',
    };
    const held = { ...entry, id: 'HELD', status: 'HELD' };
    return { ...rest, transactions: [withoutStatus, null, withoutAmount, held, entry] };
  };
  peer.fault('subscription.transactions', { rewrite });
  expect((await reader.read(id))?.payments.map((listed) => listed.id)).toEqual([payment?.id]);
  expect(logged).toEqual([
    { entry: { list: 'transactions', id: 'NOSTATUS', fields: 'status' } },
    { entry: { list: 'transactions', id: undefined, fields: 'the entry' } },
    { entry: { list: 'transactions', id: undefined, fields: 'amount_with_breakdown' } },
  ]);
  expect(await metrics.metrics()).toContain(
    'payment_provider_unreadable_entries_total{list="transactions"} 3',
  );
});
