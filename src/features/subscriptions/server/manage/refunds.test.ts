import { afterEach, beforeAll, expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import { giveAdminRefunds } from './give-refunds.ts';

/* Administrators refund a payment fully or in part, and never twice. */

setUpPaidSite();

let ada: SignedInClient;
let ben: SignedInClient;
let keys = 0;

beforeAll(async () => {
  ada = await site.api.signedIn('admin', { username: 'ada' });
  ben = await site.api.signedIn('admin', { username: 'ben' });
});
afterEach(() => {
  site.peer.books.refusesRefunds = false;
});

interface Paid {
  reader: SignedInClient;
  /** PayPal's id. */
  providerId: string;
  path: string;
  paymentId: number;
}

async function aPayment(email?: string): Promise<Paid> {
  const reader = await site.api.signedIn('free', email === undefined ? {} : { email });
  const providerId = await site.subscribed(reader);
  const { id } = await site.rowOf(providerId);
  const path = `/api/subscriptions/${id}`;
  const paymentId = (await ada.get(path)).body.payments[0].id;
  return { reader, providerId, path, paymentId };
}

function newKey(): string {
  keys += 1;
  return `key-of-the-test-${keys}`;
}
const refund = (client: SignedInClient, { path, paymentId }: Paid, cents: number, more = {}) =>
  client.post(`${path}/refunds`, { paymentId, cents, key: newKey(), refundedCents: 0, ...more });
const peerPayment = ({ providerId }: Paid) => site.peer.books.get(providerId).payments[0];
const refundsAsked = () => site.peer.calls.filter((kind) => kind === 'sale.refund').length;

test('a full refund of the latest payment ends access at once, and the payer gets a mail', async () => {
  const paid = await aPayment('full@example.org');
  expect(await site.opens(paid.reader)).toBe(true);
  const { status, body } = await refund(ada, paid, 2000, { reason: 'Paid twice by mistake' });
  expect([status, body.status]).toEqual([200, 'done']);
  expect(body.subscription).toMatchObject({
    state: 'ended',
    status: 'refunded',
    payments: [{ status: 'refunded', refundedCents: 2000, dueCents: 0 }],
    refunds: [{ cents: 2000, status: 'done', author: 'ada', reason: 'Paid twice by mistake' }],
  });
  expect(await site.opens(paid.reader)).toBe(false);
  expect(site.peer.books.get(paid.providerId).status).toBe('CANCELLED');
  expect(await site.subjectsTo('full@example.org')).toContain('We refunded your payment to Stillwater');
  await site.tell(site.lastNotice());
  expect((await ada.get(paid.path)).body.payments[0].refundedCents).toBe(2000);
});

test('a partial refund changes no access, and counts once together with its webhook event', async () => {
  const paid = await aPayment('part@example.org');
  const { body } = await refund(ada, paid, 500);
  expect(body).toMatchObject({ status: 'done', subscription: { state: 'active' } });
  expect(peerPayment(paid)).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 5 });
  await site.tell(site.lastNotice());
  const page = (await ada.get(paid.path)).body;
  expect(page.payments[0]).toMatchObject({ status: 'completed', refundedCents: 500 });
  expect(await site.opens(paid.reader)).toBe(true);
  const [mail] = await site.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', 'part@example.org')
    .where('subject', 'like', 'We refunded%')
    .execute();
  expect(mail?.text).toContain('We refunded $5.00 USD of your payment of $20.00 USD.');
  // A later refund of the rest makes it a full refund, and keeps the day of the first part.
  await site.db.updateTable('payments').set({ undone_at: 5 }).where('id', '=', paid.paymentId).execute();
  const rest = await refund(ada, paid, 1500, { refundedCents: 500 });
  expect(rest.body.subscription).toMatchObject({ state: 'ended', status: 'refunded' });
  expect(peerPayment(paid)).toMatchObject({ status: 'REFUNDED', refunded: 20 });
  const payment = site.db.selectFrom('payments').select('undone_at').where('id', '=', paid.paymentId);
  expect(await payment.execute()).toEqual([{ undone_at: 5 }]);
});

test.each([
  ['names its payment', null],
  ['was matched with it later', 'matched'],
] as const)(
  'a webhook event that %s and comes before the response of its refund counts once',
  async (_, state) => {
    const paid = await aPayment();
    // PayPal refunds, and the response is lost.
    site.peer.fault('sale.refund', 'lost');
    const { body } = await refund(ada, paid, 700);
    expect(body).toMatchObject({ status: 'due', subscription: { payments: [{ dueCents: 700 }] } });
    await site.tell(site.lastNotice());
    const { id } = await site.rowOf(paid.providerId);
    await site.db.updateTable('payment_events').set({ state }).where('subscription_id', '=', id).execute();
    await site.db
      .updateTable('admin_refunds')
      .set({ next_attempt_at: 0 })
      .where('status', '=', 'due')
      .execute();
    await site.reconcile();
    expect((await ada.get(paid.path)).body).toMatchObject({
      payments: [{ refundedCents: 700, dueCents: 0 }],
      refunds: [{ status: 'done', cents: 700 }],
    });
    expect(peerPayment(paid)?.refunded).toBe(7);
  },
);

test('a refund that two nodes give, because it takes longer than its lease, counts once', async () => {
  const paid = await aPayment('two-nodes@example.org');
  site.peer.fault('sale.refund', 'lost');
  await refund(ada, paid, 500);
  const setup = { db: site.db, provider: site.provider, publicUrl: () => PUBLIC_URL };
  const log = { warn() {} };
  const makeDue = () =>
    site.db.updateTable('admin_refunds').set({ next_attempt_at: 0 }).where('status', '=', 'due').execute();
  const slowly: typeof site.provider.refund = async (...order) => {
    const id = await site.provider.refund(...order);
    await makeDue();
    expect(await giveAdminRefunds(setup, log)).toBe(true);
    return id;
  };
  await makeDue();
  const provider = Object.create(site.provider, { refund: { value: slowly } });
  await giveAdminRefunds({ ...setup, provider }, log);
  expect((await ada.get(paid.path)).body.payments).toMatchObject([{ refundedCents: 500, dueCents: 0 }]);
  const subjects = await site.subjectsTo('two-nodes@example.org');
  expect(subjects.filter((subject) => subject.startsWith('We refunded'))).toHaveLength(1);
});

test('a second press refunds nothing more, and PayPal gets one call', async () => {
  const paid = await aPayment();
  const key = newKey();
  const before = refundsAsked();
  const [first, second] = await Promise.all([
    refund(ada, paid, 2000, { key }),
    refund(ada, paid, 2000, { key }),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const third = await refund(ada, paid, 2000, { key });
  expect([third.status, third.body.status]).toEqual([200, 'done']);
  expect(refundsAsked() - before).toBe(1);
  expect(third.body.subscription.refunds).toHaveLength(1);
});

test('of two administrators at once one refunds, and the other gets the name of the first', async () => {
  const paid = await aPayment();
  const answers = await Promise.all([refund(ada, paid, 2000), refund(ben, paid, 2000)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body;
  expect(refused.code).toBe('nothing-to-refund');
  expect(refused.message).toMatch(/^(ada|ben) has refunded all of this payment already/);
  expect(peerPayment(paid)?.refunded).toBe(20);
});

test('a page loaded before an earlier refund is stale', async () => {
  const paid = await aPayment();
  await refund(ada, paid, 500);
  const { status, body } = await refund(ben, paid, 500);
  expect([status, body.code]).toEqual([409, 'edit-conflict']);
  expect(body.message).toBe('$5.00 of this payment is refunded already. Look again before you go on.');
  expect(peerPayment(paid)?.refunded).toBe(5);
});

test('more than what is left is an error of the amount; other payments are unknown', async () => {
  const paid = await aPayment();
  await refund(ada, paid, 500);
  const tooMuch = await refund(ada, paid, 1501, { refundedCents: 500 });
  const message = 'At most $15.00 is left of this payment.';
  expect([tooMuch.status, tooMuch.body.issues]).toEqual([400, [{ path: 'cents', message }]]);
  for (const cents of [0, -1, 0.5, 1e12]) expect((await refund(ada, paid, cents)).status).toBe(400);
  const other = await aPayment();
  expect((await refund(ada, { ...paid, paymentId: other.paymentId }, 500)).status).toBe(404);
});

test.each(['refunded', 'reversed'])(
  'nothing is left of a %s payment, whatever sum is known',
  async (status) => {
    const paid = await aPayment();
    await site.db.updateTable('payments').set({ status }).where('id', '=', paid.paymentId).execute();
    const before = refundsAsked();
    expect((await refund(ada, paid, 500)).body.code).toBe('nothing-to-refund');
    expect(refundsAsked()).toBe(before);
  },
);

test('the key of one payment’s refund refunds no other payment', async () => {
  const [paid, other] = [await aPayment(), await aPayment()];
  const key = newKey();
  await refund(ada, paid, 500, { key });
  const before = refundsAsked();
  expect((await refund(ada, other, 500, { key })).status).toBe(404);
  expect(refundsAsked()).toBe(before);
});

test('a refund that PayPal refuses becomes a task, and can be ordered again with another key', async () => {
  const paid = await aPayment();
  site.peer.books.refusesRefunds = true;
  const { body } = await refund(ada, paid, 2000);
  expect(body).toMatchObject({
    status: 'refused',
    subscription: {
      state: 'active',
      payments: [{ refundedCents: 0, dueCents: 0 }],
      refunds: [{ status: 'refused', error: expect.stringContaining('TRANSACTION_REFUSED') }],
    },
  });
  const warnings = (await ada.get('/api/warnings')).body;
  expect(warnings).toMatchObject([
    { kind: 'admin-refund', amount: '20.00 USD', subscriptionId: body.subscription.id },
  ]);
  site.peer.books.refusesRefunds = false;
  expect((await refund(ada, paid, 2000)).body.status).toBe('done');
});

test('a refund waits while PayPal does not respond, and reserves its amount', async () => {
  const paid = await aPayment();
  site.peer.fault('sale.refund', { status: 503 });
  expect((await refund(ada, paid, 1500)).body.status).toBe('due');
  const more = await refund(ada, paid, 1000, { refundedCents: 1500 });
  expect(more.body.message).toBe('At most $5.00 is left of this payment.');
  site.passTo(Date.now() + DAY);
  await site.reconcile();
  expect(peerPayment(paid)?.refunded).toBe(15);
});

test('a payment that was refunded at PayPal is not refunded again', async () => {
  const paid = await aPayment();
  site.peer.books.refund(paid.providerId);
  const { body } = await refund(ada, paid, 500);
  expect(body).toMatchObject({
    status: 'refused',
    subscription: { status: 'refunded', refunds: [{ error: expect.stringContaining('refunded already') }] },
  });
  expect(peerPayment(paid)?.refunded).toBe(20);
});

test('a refund is written to the audit log without a person’s name', async () => {
  const paid = await aPayment('logged@example.org');
  await refund(ada, paid, 500, { reason: 'A gesture' });
  const [entry] = (await ada.get('/api/audit-log?itemType=subscription')).body;
  expect(entry).toMatchObject({
    user: { username: 'ada' },
    action: 'updated',
    title: paid.providerId,
    details: { done: 'payment-refunded', cents: 500, currency: 'USD', reason: 'A gesture' },
  });
});

test('an erased account leaves amounts behind, without what was written about the person', async () => {
  const paid = await aPayment('forgotten@example.org');
  await refund(ada, paid, 500, { reason: 'Robin has lost their work' });
  const { id } = paid.reader.user;
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  expect((await paid.reader.delete('/api/user', {})).status).toBe(204);
  const { refunds, changes } = (await ada.get(paid.path)).body;
  expect(refunds).toMatchObject([{ cents: 500, status: 'done', reason: '', author: 'ada' }]);
  expect(changes).toMatchObject([{ details: { done: 'payment-refunded', cents: 500, currency: 'USD' } }]);
  expect(JSON.stringify(await site.db.selectFrom('audit_log').selectAll().execute())).not.toContain('Robin');
});
