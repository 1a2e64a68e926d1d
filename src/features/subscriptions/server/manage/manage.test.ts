import { beforeAll, expect, test } from 'vitest';
import { grantAccess } from '#features/grants/server/grant-access.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { recount } from './totals.ts';

/* Administrators see all subscriptions, cancel them, and ask the provider. */

setUpPaidSite();

let ada: SignedInClient;
let ben: SignedInClient;

beforeAll(async () => {
  ada = await site.api.signedIn('admin', { username: 'ada' });
  ben = await site.api.signedIn('admin', { username: 'ben' });
});

interface Subscribed {
  reader: SignedInClient;
  providerId: string;
  path: string;
}

async function aSubscription(username: string): Promise<Subscribed> {
  const reader = await site.api.signedIn('free', { username, email: `${username}@example.org` });
  const providerId = await site.subscribed(reader);
  return { reader, providerId, path: `/api/subscriptions/${(await site.rowOf(providerId)).id}` };
}
const list = async (query = '') => (await ada.get(`/api/subscriptions${query}`)).body;
const namesOf = (rows: { name: string | null }[]) => rows.map(({ name }) => name);
const lastChangeOf = async (path: string) => (await ada.get(path)).body.changes[0]?.id ?? 0;

test('canceling at the end of the paid time keeps access, and can be undone', async () => {
  const { reader, providerId, path } = await aSubscription('sol');
  const canceled = await ada.post(`${path}/cancel`, { when: 'period-end', lastChange: 0 });
  expect(canceled.body).toMatchObject({ state: 'canceled', canCancel: false, canResume: true, canEnd: true });
  expect(site.peer.books.get(providerId).status).toBe('SUSPENDED');
  expect(await site.opens(reader)).toBe(true);
  // A second press, and a second administrator with a stale page, change nothing.
  for (const client of [ada, ben])
    expect((await client.post(`${path}/cancel`, { when: 'period-end', lastChange: 0 })).status).toBe(200);
  const lastChange = await lastChangeOf(path);
  const resumed = await ada.post(`${path}/resume`, { lastChange });
  expect(resumed.body).toMatchObject({ state: 'active', canCancel: true });
  expect(resumed.body.changes.map(({ details }: { details: { done: string } }) => details.done)).toEqual([
    'subscription-resumed',
    'subscription-canceled',
  ]);
});

test('ending at once locks, stops payments for good, refunds nothing, and mails the reader', async () => {
  const { reader, providerId, path } = await aSubscription('mira');
  const { body } = await ada.post(`${path}/cancel`, { when: 'now', lastChange: 0 });
  expect(body).toMatchObject({ state: 'ended', status: 'expired', canEnd: false, canResume: false });
  expect(await site.opens(reader)).toBe(false);
  expect(site.peer.books.get(providerId)).toMatchObject({
    status: 'CANCELLED',
    payments: [{ status: 'COMPLETED' }],
  });
  expect((await ben.post(`${path}/cancel`, { when: 'now', lastChange: 0 })).status).toBe(200);
  expect((await ada.get(path)).body.changes).toHaveLength(1);
  expect(await site.subjectsTo('mira@example.org')).toContain('Your Stillwater subscription has ended');
  // It stays ended after later checks, and the reader may subscribe again.
  await ada.post(`${path}/check`);
  expect(await site.opens(reader)).toBe(false);
  await site.subscribed(reader);
  expect(await site.opens(reader)).toBe(true);
});

test('a mail about the end names granted access and its end', async () => {
  const { reader, path } = await aSubscription('given');
  await site.db.transaction().execute((db) =>
    grantAccess(db, {
      ...{ to: { userId: reader.user.id }, endsAt: Date.UTC(2090, 4, 1), reason: 'A prize', source: 'owner' },
      grantedBy: ada.user.id,
    }),
  );
  await ada.post(`${path}/cancel`, { when: 'period-end', lastChange: 0 });
  await ada.post(`${path}/cancel`, { when: 'now', lastChange: await lastChangeOf(path) });
  expect(await site.opens(reader)).toBe(true);
  const mails = await site.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', 'given@example.org')
    .where('subject', 'like', 'Your Stillwater subscription%')
    .orderBy('id')
    .execute();
  const given = 'You keep full access until May 1, 2090, because it was given to you.';
  expect(mails.map(({ text }) => text.split('\n')[0])).toEqual([
    expect.stringMatching(/^You will not be charged again\. Your paid time ends on .+\. You keep full/),
    `We ended your subscription. You will not be charged again. ${given}`,
  ]);
  expect(mails[0]?.text).toContain(given);
  expect(mails[0]?.text).toMatch(/You can undo this until \w+ \d+, \d{4}, and subscribe again later\./);
  // The account page shows the same.
  expect(await site.stateOf(reader)).toMatchObject({
    subscription: { status: 'expired' },
    grantedUntil: '2090-05-01T00:00:00.000Z',
    grantedForever: false,
  });
});

test('an open dispute shows in the list and on the page, until its decision', async () => {
  const { providerId, path } = await aSubscription('wants-it-back');
  const shown = async () => {
    const marked = (await list()).filter((each: { hasDispute: boolean }) => each.hasDispute);
    return [(await ada.get(path)).body.hasDispute, namesOf(marked)];
  };
  expect(await shown()).toEqual([false, []]);
  const dispute = site.peer.books.dispute(providerId);
  await site.tell(site.lastNotice());
  expect(await shown()).toEqual([true, ['wants-it-back']]);
  site.peer.books.resolve(dispute, true);
  await site.tell(site.lastNotice());
  expect(await shown()).toEqual([false, []]);
});

test('ending at once holds while PayPal is away, and a payment taken by then is refunded', async () => {
  const { reader, providerId, path } = await aSubscription('away');
  site.peer.fault('subscription.cancel', { status: 503 }, { times: 9 });
  const { status } = await ada.post(`${path}/cancel`, { when: 'now', lastChange: 0 });
  expect(status).toBe(200);
  expect(await site.opens(reader)).toBe(false);
  await site.keepSessions();
  site.passTo(Date.now() + 32 * DAY);
  expect(site.peer.books.get(providerId).payments).toHaveLength(2);
  site.peer.heal();
  await site.reconcile();
  expect(site.peer.books.get(providerId)).toMatchObject({
    status: 'CANCELLED',
    payments: [{ status: 'COMPLETED' }, { status: 'REFUNDED' }],
  });
  expect(await site.opens(reader)).toBe(false);
});

test('ending a subscription before PayPal confirms it holds, and its payment is refunded', async () => {
  const reader = await site.api.signedIn('free', { username: 'early', email: 'early@example.org' });
  await site.keepSessions();
  const providerId = await site.begin(reader);
  site.peer.approvalTakes = HOUR;
  site.peer.approve(providerId);
  expect((await site.report(reader, providerId)).body.status).toBe('pending');
  const path = `/api/subscriptions/${(await site.rowOf(providerId)).id}`;
  const { status, body } = await ada.post(`${path}/cancel`, { when: 'now', lastChange: 0 });
  expect({ status, body }).toMatchObject({ status: 200, body: { state: 'ended', canEnd: false } });
  site.passTo(Date.now() + 2 * HOUR);
  await site.reconcile();
  expect(site.peer.books.get(providerId)).toMatchObject({
    status: 'CANCELLED',
    payments: [{ status: 'REFUNDED' }],
  });
  expect(await site.opens(reader)).toBe(false);
});

test('a stale page gets the name of the person who changed the subscription', async () => {
  const { path } = await aSubscription('stale');
  await ada.post(`${path}/cancel`, { when: 'period-end', lastChange: 0 });
  const { status, body } = await ben.post(`${path}/cancel`, { when: 'now', lastChange: 0 });
  expect([status, body.code, body.message]).toEqual([
    409,
    'edit-conflict',
    'ada changed this a moment ago. Look again before you go on.',
  ]);
  expect((await ada.get(path)).body.state).toBe('canceled');
});

test('a check queries the provider at once, and reports when it does not respond', async () => {
  const { providerId, path } = await aSubscription('kit');
  site.peer.books.refund(providerId);
  expect((await ada.get(path)).body.state).toBe('active');
  expect((await ada.post(`${path}/check`)).body).toMatchObject({ state: 'ended', status: 'refunded' });
  site.peer.fault('subscription.read', 'reset');
  const { status, body } = await ada.post(`${path}/check`);
  expect([status, body.code]).toEqual([503, 'provider-unavailable']);
});

test('the list is filtered, searched by name, address and numbers, sorted, and paged by cursor', async () => {
  const { providerId } = await aSubscription('Ines');
  const failing = await aSubscription('fay');
  await site.db
    .updateTable('subscriptions')
    .set({ status: 'past_due', next_payment_at: null, access_until: Date.now() + 2 * DAY })
    .where('provider_id', '=', failing.providerId)
    .execute();
  const payment = site.peer.books.get(providerId).payments[0]?.id ?? '';
  for (const search of ['ines', 'INES@example', providerId, providerId.toLowerCase(), payment])
    expect(namesOf(await list(`?search=${search}`))).toEqual(['Ines']);
  expect(await list('?search=nobody-at-all')).toEqual([]);
  expect(await list('?search=%25')).toEqual([]);
  expect(namesOf(await list('?state=failed'))).toEqual(['fay']);
  expect(namesOf(await list('?state=canceled'))).toEqual(['stale']);
  const all = await list();
  expect(all[0]).toMatchObject({
    name: 'fay',
    state: 'failed',
    price: { cents: 2000, currency: 'USD', interval: 'month' },
    lastPayment: { cents: 2000, currency: 'USD' },
  });
  for (const query of ['?order=next', '?order=newest', '?order=newest&state=ended', '?state=active']) {
    const whole = await list(query);
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await ada.get(
        `/api/subscriptions${query}&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...body);
      cursor = headers['x-next-cursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
  }
  const newest: { id: number }[] = await list('?order=newest');
  expect(newest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).sort((a, b) => b - a));
  expect(newest).toHaveLength(all.length);
});

test('a canceled subscription counts as ended when its paid time is over', async () => {
  const { providerId, path } = await aSubscription('over');
  await site.db
    .updateTable('subscriptions')
    .set({ status: 'cancelled', wish: 'stop', next_payment_at: null, access_until: Date.now() - DAY })
    .where('provider_id', '=', providerId)
    .execute();
  expect((await ada.get(path)).body).toMatchObject({ state: 'ended', status: 'expired' });
  for (const order of ['next', 'newest']) {
    expect(namesOf(await list(`?order=${order}&state=ended`))).toContain('over');
    expect(namesOf(await list(`?order=${order}&state=canceled`))).not.toContain('over');
  }
});

test('the export is the list as a table, and is logged', async () => {
  const { text, headers } = await ada.get('/api/subscriptions.csv?search=ines');
  expect(headers['content-disposition']).toBe('attachment; filename="subscriptions.csv"');
  expect(text.split('\r\n')[0]).toContain('name,email,state,price,currency,interval');
  expect(text).toContain('Ines,Ines@example.org,active,20.00,USD,month');
  expect((await ada.get('/api/audit-log?itemType=export')).body[0].title).toBe('subscriptions.csv');
});

test('the totals count states, and the payments and refunds of each month', async () => {
  const { path } = await aSubscription('counted');
  const paymentId = (await ada.get(path)).body.payments[0].id;
  await recount(site.db);
  const before = (await ada.get('/api/subscriptions/totals')).body;
  const body = { paymentId, cents: 500, key: 'key-of-the-totals', refundedCents: 0 };
  await ada.post(`${path}/refunds`, body);
  await ada.post(`${path}/cancel`, { when: 'now', lastChange: await lastChangeOf(path) });
  await aSubscription('new');
  await recount(site.db);
  const after = (await ada.get('/api/subscriptions/totals')).body;
  const [month] = after.months;
  expect(after.states.active).toBe(before.states.active);
  expect(after.states.ended).toBe(before.states.ended + 1);
  expect(month).toMatchObject({
    month: new Date().toISOString().slice(0, 7),
    began: before.months[0].began + 1,
    ended: before.months[0].ended + 1,
    receivedCents: before.months[0].receivedCents + 1500,
  });
  expect(after.months).toHaveLength(13);
  const states = await list();
  for (const state of ['active', 'failed', 'canceled', 'ended'])
    expect(after.states[state]).toBe(states.filter((row: { state: string }) => row.state === state).length);
  expect(after.states.canceled).toBeGreaterThan(0);
  // The dashboard's card has the numbers of the linked page.
  expect((await ada.get('/api/overview')).body).toMatchObject({
    paying: { count: after.states.active + after.states.failed },
    newPaying: { count: month.began },
  });
});

test('a subscription that a refund has ended is not ended again, and no mail says so', async () => {
  const { providerId, path } = await aSubscription('runa');
  site.peer.books.refund(providerId);
  await ada.post(`${path}/check`);
  const before = await site.subjectsTo('runa@example.org');
  const again = await ada.post(`${path}/cancel`, { when: 'now', lastChange: await lastChangeOf(path) });
  expect(again.body.code).toBe('nothing-to-cancel');
  expect(await site.rowOf(providerId)).toMatchObject({ status: 'refunded', closed_at: null });
  expect(await site.subjectsTo('runa@example.org')).toEqual(before);
});
