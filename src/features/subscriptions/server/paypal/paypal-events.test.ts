import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { describeSale } from '#test/paypal/describe.ts';
import { type PayPalPeer, startPayPalPeer } from '#test/paypal/paypal-peer.ts';
import type { PeerPayment } from '#test/paypal/paypal-peer-books.ts';
import { makeCertificate } from '#test/paypal/paypal-peer-certificate.ts';
import { ProviderUnavailable } from '../provider.ts';
import { paypalEventReader, readEvent } from './paypal-events.ts';

let peer: PayPalPeer;
let read: ReturnType<typeof paypalEventReader>;
let id: string;

beforeEach(async () => {
  peer = await startPayPalPeer();
  read = paypalEventReader(peer.keys);
  id = peer.books.create(peer.keys.planId, 'our-reference').id;
  peer.approve(id);
});
afterEach(async () => {
  vi.useRealTimers();
  await peer.stop();
});

/** A genuine delivery of the first event. */
function delivery() {
  const [notice] = peer.notices.all;
  if (!notice) throw new Error('The peer has sent no event.');
  return { headers: peer.notices.sign(notice.body), body: Buffer.from(notice.body), notice };
}

test('a genuine event is parsed', async () => {
  const { headers, body, notice } = delivery();
  expect(await read(headers, body)).toEqual({
    id: notice.id,
    type: 'BILLING.SUBSCRIPTION.CREATED',
    subscriptionId: id,
    reference: 'our-reference',
    payment: null,
  });
});

test('each payment event names its sale', async () => {
  const [payment] = peer.books.get(id).payments;
  peer.books.refund(id, '5.00');
  peer.books.reverse(id);
  const events = peer.notices.all.map(({ body }) => readEvent(Buffer.from(body)));
  const ofType = (type: string) => events.find((event) => event?.type === `PAYMENT.SALE.${type}`);
  expect(ofType('COMPLETED')).toMatchObject({
    subscriptionId: id,
    reference: 'our-reference',
    payment: { ids: [payment?.id], change: 'completed', cents: 2000, currency: 'USD' },
  });
  // PayPal's refund does not name its subscription; the payment does.
  expect(ofType('REFUNDED')).toMatchObject({
    subscriptionId: null,
    payment: { ids: [payment?.id], change: 'refunded', cents: 500 },
  });
  expect(ofType('REVERSED')).toMatchObject({
    subscriptionId: null,
    payment: { ids: [payment?.id], change: 'reversed', cents: 2000 },
  });
});

test('a payment that is still pending, as by e-check, is not paid yet', () => {
  const [payment] = peer.books.get(id).payments;
  Object.assign(payment ?? {}, { status: 'PENDING' });
  const resource = describeSale(peer.books.get(id), payment as PeerPayment, peer.url);
  const body = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED', resource });
  expect(readEvent(Buffer.from(body))).toMatchObject({ subscriptionId: id, payment: null });
});

test('an event of another type or with an invalid amount has no payment', () => {
  const event = (content: object) => readEvent(Buffer.from(JSON.stringify(content)));
  expect(
    event({ id: 'WH-1', event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { id: 'PP-D-1' } }),
  ).toMatchObject({
    id: 'WH-1',
    subscriptionId: null,
    payment: null,
  });
  const sale = { id: 'S', billing_agreement_id: 'I-1', amount: { total: 'much', currency: 'USD' } };
  expect(event({ id: 'WH-2', event_type: 'PAYMENT.SALE.COMPLETED', resource: sale })).toMatchObject({
    subscriptionId: 'I-1',
    payment: null,
  });
  expect(event({ id: 'WH-3', event_type: 'PAYMENT.SALE.COMPLETED' })).toMatchObject({ payment: null });
  const paid = { ...sale, amount: { total: '20.00', currency: 'USD' }, custom: null, links: null };
  expect(event({ id: 'WH-4', event_type: 'PAYMENT.SALE.COMPLETED', resource: paid })).toMatchObject({
    subscriptionId: 'I-1',
    reference: null,
    payment: { ids: ['S'], cents: 2000 },
  });
  expect(event({ event_type: 'PAYMENT.SALE.COMPLETED' })).toBeNull();
  expect(readEvent(Buffer.from('no JSON'))).toBeNull();
});

test('an event that differs from what was signed is refused', async () => {
  const { headers, body } = delivery();
  const forged = (change: Record<string, string | undefined>) => read({ ...headers, ...change }, body);
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  expect(rewritten.equals(body)).toBe(false);
  expect(await read(headers, rewritten)).toBeNull();
  expect(await read(headers, Buffer.concat([body, Buffer.from(' ')]))).toBeNull();
  expect(await read(headers, Buffer.alloc(0))).toBeNull();
  expect(await read({}, body)).toBeNull();
  for (const name of Object.keys(headers).filter((name) => name.startsWith('paypal-')))
    expect(await forged({ [name]: undefined }), name).toBeNull();
  expect(await forged({ 'paypal-transmission-id': 'another' })).toBeNull();
  expect(await forged({ 'paypal-auth-algo': 'SHA1withRSA' })).toBeNull();
  expect(await forged({ 'paypal-transmission-sig': 'bm90IGl0' })).toBeNull();
  expect(await forged({ 'paypal-transmission-sig': '§' })).toBeNull();
  const another = makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + DAY));
  expect(await forged({ 'paypal-transmission-sig': another.sign('anything') })).toBeNull();
});

test('an event signed for another webhook is refused', async () => {
  const { body } = delivery();
  expect(await read(peer.notices.sign(body.toString(), 'ANOTHERWEBHOOK'), body)).toBeNull();
});

test('a certificate from another host is not fetched', async () => {
  const { headers, body } = delivery();
  const attacker = await startPayPalPeer();
  const own = new URL(peer.url);
  for (const url of [
    `${attacker.url}/v1/notifications/certs/CERT-1`,
    `http://${own.hostname}.attacker.example:${own.port}/v1/notifications/certs/CERT-1`,
    `http://someone@${own.host}/v1/notifications/certs/CERT-1`,
    'file:///etc/hostname',
    'not an address',
  ])
    expect(await read({ ...headers, 'paypal-cert-url': url }, body), url).toBeNull();
  expect([...peer.calls, ...attacker.calls]).toEqual([]);
  await attacker.stop();
});

const LIVE = 'https://api-m.paypal.com';
const CERTIFICATE = 'v1/notifications/certs/CERT-1';
test.each([
  [LIVE, `http://api.paypal.com/${CERTIFICATE}`],
  [LIVE, `https://api.sandbox.paypal.com/${CERTIFICATE}`],
  [LIVE, `https://api.paypal.com.attacker.example/${CERTIFICATE}`],
  [LIVE, `https://api.paypal.com:8443/${CERTIFICATE}`],
  [LIVE, 'https://api.paypal.com/v1/other/CERT-1'],
  [LIVE, 'https://api.paypal.com/v1/notifications/certs/../../other/CERT-1'],
  ['https://api-m.sandbox.paypal.com', `https://api.paypal.com/${CERTIFICATE}`],
])('with %s the certificate %s is not fetched', async (apiUrl, url) => {
  const { headers, body } = delivery();
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  expect(
    await paypalEventReader({ ...peer.keys, apiUrl })({ ...headers, 'paypal-cert-url': url }, body),
  ).toBeNull();
  expect(fetchSpy).not.toHaveBeenCalled();
  fetchSpy.mockRestore();
});

test('the certificate is fetched once; without it an event is neither valid nor invalid', async () => {
  const { headers, body, notice } = delivery();
  peer.fault('certificate', { status: 500 });
  await expect(read(headers, body)).rejects.toThrow(ProviderUnavailable);
  peer.fault('certificate', 'garbage');
  await expect(read(headers, body)).rejects.toThrow(ProviderUnavailable);
  peer.calls.length = 0;
  const events = await Promise.all([read(headers, body), read(headers, body)]);
  expect(events.map((event) => event?.id)).toEqual([notice.id, notice.id]);
  expect(peer.calls).toEqual(['certificate']);
});

test('events are accepted for PayPal’s three days of retries, replays refused', async () => {
  const { headers, body } = delivery();
  const after = async (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    const event = await read(headers, body);
    vi.useRealTimers();
    return event;
  };
  expect(await after(3 * DAY)).not.toBeNull();
  expect(await after(8 * DAY)).toBeNull();
  expect(await after(-DAY / 2)).toBeNull();
});

test('an event signed with a certificate that is expired or not yet valid is refused', async () => {
  const { body } = delivery();
  const present = Date.now();
  for (const days of [4000, -2]) {
    vi.useFakeTimers({ toFake: ['Date'], now: present + days * DAY });
    expect(await read(peer.notices.sign(body.toString()), body), String(days)).toBeNull();
  }
});
