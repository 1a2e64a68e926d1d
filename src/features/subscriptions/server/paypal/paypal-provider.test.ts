import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Fault, type PayPalPeer, startPayPalPeer } from '#test/paypal-peer.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { Cents } from './paypal-answers.ts';
import { PayPalClient, PayPalKeysRefused } from './paypal-client.ts';
import { PayPalProvider } from './paypal-provider.ts';

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
  returnUrl: 'https://learn.example/account',
  cancelUrl: 'https://learn.example/account',
});

async function subscribed(): Promise<string> {
  const { id } = await provider.create(order());
  peer.approve(id);
  return id;
}

test('a subscription is created under our reference, once, and read as not approved yet', async () => {
  const wanted = order();
  const { id, approveUrl } = await provider.create(wanted);
  expect(approveUrl).toContain(`ba_token=${id}`);
  expect(await provider.create(wanted)).toEqual({ id, approveUrl });
  expect(peer.books.subscriptions.size).toBe(1);
  expect(peer.books.get(id).shippingPreference).toBe('NO_SHIPPING');
  expect(await provider.read(id)).toEqual({
    id,
    reference: wanted.reference,
    state: 'pending',
    isOurPlan: true,
    nextPaymentAt: null,
    lastPayment: null,
    failedPayments: 0,
    payments: [],
  });
});

test('a creation whose answer was lost gives the same subscription when it is repeated', async () => {
  const wanted = order();
  peer.fault('subscription.create', 'lost');
  await expect(provider.create(wanted)).rejects.toThrow(ProviderUnavailable);
  const { id } = await provider.create(wanted);
  expect([...peer.books.subscriptions.keys()]).toEqual([id]);
});

test('once approved it is active, with its payment in cents and the date of the next one', async () => {
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

test('every state and every fate of a payment is passed on', async () => {
  const id = await subscribed();
  const now = () => provider.read(id);
  peer.books.failPayment(id);
  expect(await now()).toMatchObject({ state: 'active', failedPayments: 1 });
  await provider.suspend(id, 'a pause');
  expect(await now()).toMatchObject({ state: 'suspended', nextPaymentAt: null });
  await provider.resume(id, 'on again');
  expect(await now()).toMatchObject({ state: 'active' });
  peer.books.refund(id, '5.00');
  expect(await now()).toMatchObject({ payments: [{ status: 'completed' }] });
  peer.books.refund(id, '15.00');
  expect(await now()).toMatchObject({ payments: [{ status: 'refunded', cents: 2000 }] });
  peer.books.reverse(id);
  expect(await now()).toMatchObject({ payments: [{ status: 'reversed' }] });
  await provider.cancel(id, 'enough');
  expect(await now()).toMatchObject({ state: 'cancelled', nextPaymentAt: null });
  peer.books.expire(id);
  expect(await now()).toMatchObject({ state: 'expired' });
  peer.books.get(id).status = 'APPROVED';
  expect(await now()).toMatchObject({ state: 'approved', payments: [] });
});

test('a declined payment and a refund that is listed on its own are no payments', async () => {
  const id = await subscribed();
  const [payment] = peer.books.get(id).payments;
  if (!payment) throw new Error('nothing was paid');
  peer.books
    .get(id)
    .payments.unshift(
      { ...payment, id: 'DECLINED', status: 'DECLINED' },
      { ...payment, id: 'GIVEN-BACK', value: '-20.00' },
    );
  expect((await provider.read(id))?.payments.map((listed) => listed.id)).toEqual([payment.id]);
});

test.each([
  ['another plan', { planId: 'P-ANOTHER' }, false],
  ['two of it', { quantity: '2' }, false],
  ['a price of its own', { planOverridden: true }, false],
  ['one of it, written otherwise', { quantity: '1.0' }, true],
])('%s: isOurPlan tells', async (_what, change, isOurs) => {
  const id = await subscribed();
  Object.assign(peer.books.get(id), change);
  expect(await provider.read(id)).toMatchObject({ isOurPlan: isOurs });
});

test('an unknown id is null, and what does not fit the state is refused in PayPal’s words', async () => {
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
  ['is overloaded', { status: 429 }],
  ['is away', { status: 503 }],
  ['does not answer in time', 'no answer'],
  ['answers too late', { slowMs: 1500 }],
  ['answers what nobody understands', 'garbage'],
  ['breaks the connection', 'reset'],
  ['breaks the connection after the work', 'lost'],
];

test.each(FAULTS)(
  'PayPal %s: unavailable, at every step of reading, and well after it',
  async (_what, fault) => {
    const id = await subscribed();
    for (const kind of ['token', 'subscription.read', 'subscription.transactions'] as const) {
      const fresh = new PayPalProvider(peer.keys, new PayPalClient(peer.keys, 400));
      peer.fault(kind, fault);
      await expect(fresh.read(id), kind).rejects.toThrow(ProviderUnavailable);
      peer.heal();
      // A busy machine may miss the short time that is allowed here.
      const isWell = async () => expect(await fresh.read(id), kind).toMatchObject({ state: 'active' });
      await vi.waitFor(isWell, { timeout: 10_000 });
    }
  },
);

test('a refused list of payments is no list; a refused reading is not a missing subscription', async () => {
  const id = await subscribed();
  for (const status of [404, 400]) {
    peer.fault('subscription.transactions', { status });
    expect(await provider.read(id)).toMatchObject({ state: 'active', payments: [] });
  }
  peer.fault('subscription.read', { status: 400 });
  await expect(provider.read(id)).rejects.toThrow(ProviderUnavailable);
});

test('calls at the same time share one token, which is kept', async () => {
  const id = await subscribed();
  const fresh = new PayPalProvider(peer.keys);
  peer.calls.length = 0;
  await Promise.all([fresh.read(id), fresh.read(id), fresh.read(id)]);
  await fresh.read(id);
  expect(peer.calls.filter((kind) => kind === 'token')).toHaveLength(1);
});

test('a token that PayPal has forgotten is renewed once', async () => {
  const id = await subscribed();
  peer.forgetTokens();
  expect(await provider.read(id)).toMatchObject({ state: 'active' });
  peer.fault('subscription.read', { status: 401 }, { times: 2 });
  peer.calls.length = 0;
  await expect(provider.read(id)).rejects.toThrow(PayPalKeysRefused);
  expect(peer.calls).toEqual(['subscription.read', 'token', 'subscription.read']);
});

test('wrong keys are told as such, and no error shows the secret or who paid', async () => {
  const id = await subscribed();
  const stranger = new PayPalProvider({ ...peer.keys, clientSecret: 'not it' });
  const refusal = await stranger.read(id).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(PayPalKeysRefused);
  expect(refusal).toBeInstanceOf(ProviderUnavailable);
  expect(String(refusal)).not.toContain('not it');
  // Within an answer that holds a name and an address, one field is not as it should be.
  peer.books.get(id).quantity = 1 as never;
  const misread = await provider.read(id).catch((error: unknown) => error);
  expect(String(misread)).toContain('quantity');
  expect(String(misread)).not.toMatch(/ada|payer/i);
});

test('amounts become cents digit by digit, and what is no amount is refused', () => {
  const cents = (value: string) => Cents.safeParse(value).data;
  expect(['20.00', '20.0', '20', '0.29', '.5', '19.990', '-20.00', '1138.85'].map(cents)).toEqual([
    2000, 2000, 2000, 29, 50, 1999, -2000, 113_885,
  ]);
  expect(['', '.', '-', '20.001', '20,00', '2e1', 'NaN', ' 20', '9'.repeat(20)].map(cents)).toEqual(
    Array(9).fill(undefined),
  );
});
