import { beforeAll, expect, test } from 'vitest';
import { insertSignup } from '#features/signups/server/routes.ts';
import { anAccount, lastMailTo, someone } from '#test/account-fixture.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient, TestClient } from '#test/test-api.ts';

/*
 * Acts of one payer, and acts on one payer, leave everybody else's rows unchanged. An update that lacks a
 * condition fails a test here.
 */

setUpPaidSite();

const FAR = Date.UTC(2090, 0, 1);

let admin: SignedInClient;
/** Ids of the subscriptions of others: in each state, with an account and without one. */
let others: number[];

beforeAll(async () => {
  admin = await site.api.signedIn('admin');
  const states = ['active', 'past_due', 'cancelled', 'expired'] as const;
  for (const status of states) {
    await othersRow(await site.subscribed(await site.api.signedIn('free')), status);
    await othersRow(await site.subscribed(someone(site.api), `${status}@example.org`), status);
  }
  for (const client of [await site.api.signedIn('free'), someone(site.api)])
    await othersRow(await site.begin(client, 'begun@example.org'), 'created');
  others = (await site.rows()).map(({ id }) => id);
});

/** Gives a subscription a state, and refunds and events in every state. */
async function othersRow(providerId: string, status: string): Promise<void> {
  const wish = status === 'cancelled' ? 'pause' : 'renew';
  await site.db
    .updateTable('subscriptions')
    .set({ status, wish, next_check_at: FAR })
    .where('provider_id', '=', providerId)
    .execute();
  const { id: subscription_id } = await site.rowOf(providerId);
  const times = { next_attempt_at: FAR, created_at: 1, updated_at: 1 };
  const payment = await site.db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirst();
  // Due ones belong to another provider, so that the site does not give them.
  for (const [state, provider] of [
    ['due', 'sandbox'],
    ['refused', 'paypal'],
  ] as const) {
    const common = { subscription_id, status: state, provider, reason: 'second-subscription', ...times };
    const key = `${providerId}-${state}`;
    await site.db
      .insertInto('refunds')
      .values({ ...common, payment_id: key, request_id: key })
      .execute();
    if (payment)
      await site.db
        .insertInto('admin_refunds')
        .values({ ...common, payment_id: payment.id, cents: 1, request_id: key, user_id: admin.user.id })
        .execute();
  }
  for (const state of ['unmatched', 'dispute', 'closed', null] as const)
    await site.db
      .insertInto('payment_events')
      .values({
        ...{ provider: 'paypal', provider_id: `${providerId}-${state}`, type: 'X', subscription_id, state },
        received_at: 1,
        details: JSON.stringify({ ids: ['OTHER'], refundId: null, disputeId: `PP-${providerId}`, at: 1 }),
      })
      .execute();
}

/** Reads every row of the others. */
const rowsOfOthers = async () => {
  const subscriptions = await site.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', 'in', others)
    .orderBy('id')
    .execute();
  const userIds = subscriptions.flatMap(({ user_id }) => user_id ?? []);
  const lists = (['payments', 'refunds', 'admin_refunds', 'payment_events'] as const).map((table) =>
    site.db.selectFrom(table).selectAll().where('subscription_id', 'in', others).orderBy('id').execute(),
  );
  const users = site.db.selectFrom('users').selectAll().where('id', 'in', userIds).orderBy('id').execute();
  return { subscriptions, users: await users, lists: await Promise.all(lists) };
};

let made = 0;

/** A payer with a paid subscription: a member, or with `client` a visitor. */
async function payer(client?: TestClient) {
  made += 1;
  const email = `payer-${made}@example.org`;
  const member = client ? undefined : await site.api.signedIn('free', { email });
  const browser = client ?? (member as SignedInClient);
  const providerId = await site.subscribed(browser, member ? undefined : email);
  const path = `/api/subscriptions/${(await site.rowOf(providerId)).id}`;
  const [payment] = (await admin.get(path)).body.payments;
  return { browser, email, userId: member?.user.id ?? 0, providerId, path, payment };
}
type Payer = Awaited<ReturnType<typeof payer>>;
const visitor = () => payer(someone(site.api));

const lastChange = Number.MAX_SAFE_INTEGER;
const check = ({ path }: Payer) => admin.post(`${path}/check`);
/** Delivers the last webhook event, and has the site query the provider. */
async function hear(one: Payer, status: string): Promise<void> {
  expect(await site.tell(site.lastNotice())).toBe(200);
  await check(one);
  expect((await site.rowOf(one.providerId)).status).toBe(status);
}
const refund = async ({ path, payment }: Payer) =>
  (
    await admin.post(`${path}/refunds`, {
      ...{ paymentId: payment.id, cents: 500, refundedCents: 0, key: `key-of-a-press-${made}` },
    })
  ).body.status;
/** The site's own refunds of a payer, made due. */
const refundsOf = async ({ path }: Payer, table: 'refunds' | 'admin_refunds') => {
  const id = Number(path.split('/').at(-1));
  await site.db.updateTable(table).set({ next_attempt_at: 0 }).where('subscription_id', '=', id).execute();
  await site.reconcile();
  return site.db.selectFrom(table).selectAll().where('subscription_id', '=', id).execute();
};

const ACTS: Record<string, () => Promise<void>> = {
  async 'a payer cancels, and undoes it'() {
    const one = await payer();
    expect((await one.browser.post('/api/subscription/cancel')).status).toBe(200);
    expect((await one.browser.post('/api/subscription/resume')).status).toBe(200);
  },
  async 'a payer deletes the account'() {
    const one = await payer();
    const { providerId, userId, browser } = one;
    await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
    expect((await browser.delete('/api/user', {})).status).toBe(204);
    await site.reconcile();
    expect(site.peer.books.get(providerId).status).toBe('CANCELLED');
  },
  async 'a renewal is paid'() {
    const one = await payer();
    site.peer.books.charge(one.providerId);
    await hear(one, 'active');
  },
  async 'a renewal fails'() {
    const one = await payer();
    site.peer.books.failCycle(one.providerId);
    await hear(one, 'past_due');
  },
  async 'PayPal refunds a payment'() {
    const one = await payer();
    site.peer.books.refund(one.providerId);
    await hear(one, 'refunded');
  },
  async 'a dispute is opened and lost'() {
    const one = await payer();
    const dispute = site.peer.books.dispute(one.providerId);
    await hear(one, 'active');
    site.peer.books.resolve(dispute, false);
    await hear(one, 'disputed');
  },
  async 'an administrator cancels at the end, and undoes it'() {
    const { path } = await payer();
    expect((await admin.post(`${path}/cancel`, { when: 'period-end', lastChange })).status).toBe(200);
    expect((await admin.post(`${path}/resume`, { lastChange })).status).toBe(200);
  },
  async 'an administrator ends it at once'() {
    const { path } = await payer();
    expect((await admin.post(`${path}/cancel`, { when: 'now', lastChange })).status).toBe(200);
  },
  async 'an administrator refunds a part'() {
    expect(await refund(await payer())).toBe('done');
  },
  async 'a refund by an administrator waits, is refused, and is ordered again'() {
    const one = await payer();
    site.peer.fault('sale.refund', { status: 503 });
    expect(await refund(one)).toBe('due');
    site.peer.fault('sale.refund', { status: 422, issue: 'REFUND_NOT_ALLOWED' });
    const [refused] = await refundsOf(one, 'admin_refunds');
    expect(refused?.status).toBe('refused');
    const { body } = await admin.post(`${one.path}/refunds/again`, {
      kind: 'admin-refund',
      refund: refused?.id,
    });
    expect(body.status).toBe('done');
  },
  async 'a refund by the site waits, is refused, and is ordered again'() {
    const one = await payer();
    site.peer.fault('sale.refund', { status: 503 });
    await site.db
      .updateTable('subscriptions')
      .set({ refund_after: 0, wish: 'stop' })
      .where('provider_id', '=', one.providerId)
      .execute();
    await check(one);
    expect(await refundsOf(one, 'refunds')).toMatchObject([{ status: 'due' }]);
    site.peer.fault('sale.refund', { status: 422, issue: 'REFUND_NOT_ALLOWED' });
    const [refused] = await refundsOf(one, 'refunds');
    expect(refused?.status).toBe('refused');
    const { body } = await admin.post(`${one.path}/refunds/again`, { kind: 'refund', refund: refused?.id });
    expect(body.status).toBe('done');
  },
  async 'a visitor registers in the browser that paid'() {
    const { browser, providerId } = await visitor();
    const { body } = await browser.send('POST', '/api/register', anAccount());
    expect((await site.rowOf(providerId)).user_id).toBe(body.id);
  },
  async 'a member logs in in the browser that paid, and proves the address elsewhere'() {
    const { email, browser, providerId } = await visitor();
    const account = anAccount({ email });
    const elsewhere = someone(site.api);
    const { body } = await elsewhere.send('POST', '/api/register', account);
    const { token } = await lastMailTo(site.api, email);
    expect((await elsewhere.post('/api/user/email/verify', { token })).status).toBe(200);
    await browser.send('POST', '/api/login', account);
    expect(await site.rowOf(providerId)).toMatchObject({ user_id: body.id, browser_hash: null });
  },
  async 'an address with a payment is erased'() {
    const { email, providerId } = await visitor();
    await insertSignup(site.db, email, 'landing');
    const [{ id }] = (await admin.get(`/api/email-signups?search=${email}`)).body;
    expect((await admin.delete(`/api/email-signups/${id}`)).status).toBe(204);
    expect((await site.rowOf(providerId)).email_key).toBeNull();
  },
};

test.each(Object.entries(ACTS))('%s: no row of anybody else changes', async (_name, act) => {
  const before = await rowsOfOthers();
  await act();
  expect(await rowsOfOthers()).toEqual(before);
});
