import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { type PaidSite, startPaidSite } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Refused refunds are tried again from their task: the money goes back once. */

let site: PaidSite;
let ada: SignedInClient;
let ben: SignedInClient;
let keys = 0;

beforeAll(async () => {
  site = await startPaidSite();
  ada = await site.api.signedIn('admin', { username: 'ada' });
  ben = await site.api.signedIn('admin', { username: 'ben' });
  await site.keepSessions();
});
afterEach(async () => {
  site.calm();
  site.peer.books.refusesRefunds = false;
  for (const { kind, id } of await tasks()) await ada.delete(`/api/warnings/${kind}/${id}`);
});
afterAll(() => site.stop());

const tasks = async () => (await ada.get('/api/warnings')).body;
const refundsAsked = () => site.peer.calls.filter((kind) => kind === 'sale.refund').length;

/** Steps and values for a test about the only task, which is of this subscription. */
async function theTask(providerId: string) {
  const path = `/api/subscriptions/${(await site.rowOf(providerId)).id}`;
  const [task, ...others] = await tasks();
  expect(others).toEqual([]);
  return {
    path,
    task,
    again: (client = ada) => client.post(`${path}/refunds/again`, { kind: task.kind, refund: task.id }),
    /** In dollars. */
    given: () => site.peer.books.get(providerId).payments[0]?.refunded ?? 0,
    mails: async (email: string) =>
      (await site.subjectsTo(email)).filter((subject) => subject.startsWith('We refunded')).length,
  };
}

/** A payment for which PayPal refused an administrator's refund. */
async function refused(cents: number, email?: string) {
  const providerId = await site.subscribed(
    await site.api.signedIn('free', email === undefined ? {} : { email }),
  );
  const path = `/api/subscriptions/${(await site.rowOf(providerId)).id}`;
  const paymentId = (await ada.get(path)).body.payments[0].id;
  const refund = (amount: number) => {
    keys += 1;
    const body = { paymentId, cents: amount, key: `key-of-the-test-${keys}`, refundedCents: 0 };
    return ada.post(`${path}/refunds`, body);
  };
  site.peer.books.refusesRefunds = true;
  expect((await refund(cents)).body.status).toBe('refused');
  site.peer.books.refusesRefunds = false;
  return { ...(await theTask(providerId)), refund };
}

/**
 * A payment that the site owes, because it came after the account's deletion, and for which PayPal refused
 * the refund.
 */
async function owed() {
  const reader = await site.api.signedIn('free');
  const id = await site.begin(reader);
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', reader.user.id).execute();
  await reader.delete('/api/user', {});
  site.peer.books.refusesRefunds = true;
  site.peer.approve(id);
  for (const notice of site.peer.notices.about(id)) await site.tell(notice);
  await site.reconcile();
  site.peer.books.refusesRefunds = false;
  const its = await theTask(id);
  expect(its.task.kind).toBe('refund');
  return its;
}

test('a refused refund is retried once, however often its button is pressed', async () => {
  const { again, given, mails } = await refused(500, 'once@example.org');
  site.peer.books.refusesRefunds = true;
  expect((await again()).body.status).toBe('refused');
  expect(await tasks()).toHaveLength(1);
  site.peer.books.refusesRefunds = false;
  const before = refundsAsked();
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await again()).body).toMatchObject({
    status: 'done',
    subscription: { state: 'active', payments: [{ refundedCents: 500, dueCents: 0 }] },
  });
  expect([refundsAsked() - before, given(), await tasks()]).toEqual([1, 5, []]);
  expect(await mails('once@example.org')).toBe(1);
});

test('of two administrators at once one retries a refund, and neither gets an error', async () => {
  const { again, given, path } = await refused(500);
  const before = refundsAsked();
  const answers = await Promise.all([again(ada), again(ben)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([refundsAsked() - before, given()]).toEqual([1, 5]);
  const { changes } = (await ada.get(path)).body;
  const retries = changes.filter(({ details }: { details: object }) =>
    JSON.stringify(details).includes('refund-retried'),
  );
  expect(retries).toHaveLength(1);
});

test.each([
  ['before the call', 0],
  ['between the call and its answer', 1],
])('a crash %s repeats the refund with its key: the money goes back once', async (_when, step) => {
  const { again, given, path } = await refused(500);
  site.provider.crashAt(step);
  expect((await again()).body.status).toBe('due');
  expect(site.provider.calm()).toBe(true);
  expect(given()).toBe(step * 5);
  expect((await again(ben)).body.status).toBe('due');
  site.passTo(Date.now() + DAY);
  await site.reconcile();
  expect((await again()).body.status).toBe('done');
  expect((await ada.get(path)).body.payments).toMatchObject([{ refundedCents: 500, dueCents: 0 }]);
  expect(given()).toBe(5);
});

test('a retried full refund ends the subscription, and the log says who did it', async () => {
  const { again, given, path } = await refused(2000);
  expect((await again()).body).toMatchObject({ status: 'done', subscription: { status: 'refunded' } });
  expect(given()).toBe(20);
  const [change] = (await ada.get(path)).body.changes;
  expect(change).toMatchObject({ user: { username: 'ada' }, details: { done: 'refund-retried' } });
});

test('a sum that was refunded since is not refunded again, and a dismissed task says so', async () => {
  const { again, refund, given, task } = await refused(500);
  expect((await refund(500)).body.status).toBe('done');
  expect((await again()).body).toMatchObject({
    code: 'nothing-to-refund',
    message: 'This payment was refunded again since. Dismiss this task if that is enough.',
  });
  await ada.delete(`/api/warnings/${task.kind}/${task.id}`);
  expect((await again()).body.message).toMatch(/^This task was dismissed a moment ago/);
  expect(given()).toBe(5);
});

test('after 14 days, when PayPal may have forgotten the key, it is not tried again', async () => {
  const { again, given, task } = await refused(500);
  await site.db
    .updateTable('admin_refunds')
    .set((eb) => ({ created_at: eb('created_at', '-', 15 * DAY) }))
    .where('id', '=', task.id)
    .execute();
  const { status, body } = await again();
  expect([status, body.message]).toEqual([409, expect.stringMatching(/^This refund is older than 14 days/)]);
  expect(given()).toBe(0);
});

test('a refund that the site owes is tried again, once', async () => {
  const { again, given, path } = await owed();
  const answers = await Promise.all([again(ada), again(ben)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await again()).body.status).toBe('done');
  expect([given(), await tasks()]).toEqual([20, []]);
  expect((await ada.post(`${path}/refunds/again`, { kind: 'refund', refund: 987_654 })).status).toBe(404);
});

test('a payment that the site owed and an administrator has refunded is not refunded again', async () => {
  const { again, given, path } = await owed();
  const paymentId = (await ada.get(path)).body.payments[0].id;
  const body = { paymentId, cents: 2000, key: 'key-of-the-owed-payment', refundedCents: 0 };
  expect((await ada.post(`${path}/refunds`, body)).body.status).toBe('done');
  const before = refundsAsked();
  expect((await again()).status).toBe(409);
  expect([refundsAsked() - before, given()]).toEqual([0, 20]);
});
