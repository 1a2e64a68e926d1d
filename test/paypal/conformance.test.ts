import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PayPalProvider } from '#features/subscriptions/server/paypal/paypal-provider.ts';
import { type Exchange, noticeViolations, violationsOf } from './conformance.ts';
import { DESCRIPTIONS_MISSING, haveDescriptions } from './descriptions.ts';
import { type PayPalPeer, startPayPalPeer } from './paypal-peer.ts';

/*
 * The peer validates its calls and notices against PayPal's own descriptions in every test, because its
 * `stop` throws on a violation. These tests show that violations are found.
 */

let peer: PayPalPeer;
let id: string;

beforeEach(async () => {
  peer = await startPayPalPeer();
  ({ id } = peer.books.create(peer.keys.planId, 'our-reference'));
  peer.approve(id);
});
afterEach(() => peer.stop());

const SUSPEND: Exchange = {
  method: 'POST',
  url: new URL('https://api-m.paypal.com/v1/billing/subscriptions/I-1/suspend'),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ reason: 'a pause' }),
  status: 204,
  answer: undefined,
};
const READ = {
  ...SUSPEND,
  method: 'GET',
  url: new URL('/v1/billing/subscriptions/I-1', SUSPEND.url),
  body: '',
};

test('the SDK’s runtime schemas reject a malformed request and a malformed response', () => {
  expect(violationsOf(SUSPEND)).toEqual([]);
  expect(violationsOf({ ...SUSPEND, body: '{}' }).join()).toContain('(SDK)');
  const answer = { id: 'I-1', billing_info: { failed_payments_count: 0 } };
  expect(violationsOf({ ...READ, status: 200, answer }).join()).toContain('(SDK)');
});

test('the peer’s stop throws when a response violates PayPal’s schemas', async () => {
  const wrong = await startPayPalPeer();
  const { id: other } = wrong.books.create(wrong.keys.planId, 'our-reference');
  wrong.books.get(other).quantity = 1 as never;
  await expect(new PayPalProvider(wrong.keys).read(other)).rejects.toThrow('unexpected fields: quantity');
  await expect(wrong.stop()).rejects.toThrow('quantity');
});

const subject = haveDescriptions ? 'against PayPal’s descriptions' : DESCRIPTIONS_MISSING;
describe.skipIf(!haveDescriptions)(subject, () => {
  test('undocumented calls, parameters, headers and fields are violations', () => {
    const found = (change: Partial<Exchange>) => violationsOf({ ...SUSPEND, ...change }).join('\n');
    const path = (text: string) => new URL(text, SUSPEND.url);
    expect(found({})).toBe('');
    expect(found({ url: path('/v1/billing/subscriptions/I-1/pause') })).toContain('is not described');
    expect(found({ url: path('?when=now') })).toContain('when is not described');
    expect(found({ headers: { ...SUSPEND.headers, 'paypal-request-id': 'x' } })).toContain(
      'not be idempotent',
    );
    expect(found({ body: JSON.stringify({ reason: 'x', until: 'May' }) })).toContain(
      '/until is not described',
    );
    expect(found({ body: JSON.stringify({ reason: 'x'.repeat(129) }) })).toContain('/reason');
    expect(found({ status: 202 })).toContain('not described');
    expect(found({ answer: {} })).toContain('has a body');
  });

  test('list parameters beyond PayPal’s limits are violations', () => {
    const list = (query: string) =>
      violationsOf({
        ...READ,
        url: new URL(`/v1/billing/plans?${query}`, READ.url),
        status: 200,
        answer: {},
      });
    expect(list('product_id=PROD-1&page_size=20&page=1')).toEqual([]);
    expect(list('page_size=21').join()).toContain('page_size');
  });

  test('a notice that differs from PayPal’s schema is a violation', () => {
    const notices = peer.notices.about(id).map(({ body }) => JSON.parse(body));
    expect(notices.length).toBeGreaterThan(2);
    for (const notice of notices) expect(noticeViolations(JSON.stringify(notice))).toEqual([]);
    const sale = notices.find(({ resource_type }) => resource_type === 'sale');
    const invented = { ...sale, resource: { ...sale.resource, subscription_id: id } };
    expect(noticeViolations(JSON.stringify(invented)).join()).toContain('subscription_id is not described');
    const wordy = { ...sale, resource: { ...sale.resource, state: 'reversed' } };
    expect(noticeViolations(JSON.stringify(wordy)).join()).toContain('/state');
  });

  test('notices of refunds, reversals and disputes match PayPal’s samples', () => {
    for (const namesSales of [true, false]) {
      peer.books.noticesNameSales = namesSales;
      const other = peer.books.create(peer.keys.planId, 'another').id;
      peer.approve(other);
      peer.books.refund(other, '5.00');
      peer.books.reverse(other);
      peer.books.charge(other);
      peer.books.resolve(peer.books.dispute(other), namesSales);
    }
    const resources = (type: string) =>
      peer.notices.all.filter((each) => each.type === type).map(({ body }) => JSON.parse(body).resource);
    expect(resources('PAYMENT.SALE.REVERSED').map((sale) => 'sale_id' in sale)).toEqual([true, false, false]);
    expect(resources('CUSTOMER.DISPUTE.CREATED')[0].disputed_transactions).toMatchObject([
      { seller_transaction_id: expect.any(String) },
    ]);
    expect(resources('CUSTOMER.DISPUTE.RESOLVED').map((each) => each.dispute_outcome.outcome_code)).toEqual([
      'RESOLVED_SELLER_FAVOUR',
      'RESOLVED_BUYER_FAVOUR',
    ]);
    // `stop` validates all of them.
  });
});
