import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anAccount, GOOD_PASSWORD, lastMailTo, someone } from '#test/account-fixture.ts';
import { DAY, HOUR, MINUTE, type PaidSite, startPaidSite } from '#test/paypal-fixture.ts';
import type { TestClient } from '#test/test-api.ts';

/* What a visitor has paid for: who may read by it, and whose it becomes. */

let site: PaidSite;

beforeAll(async () => {
  site = await startPaidSite();
});
afterEach(() => site.calm());
afterAll(() => site.stop());

const register = async (client: TestClient, email: string) => {
  const account = anAccount({ email });
  const { body } = await client.send('POST', '/api/register', account);
  return { ...account, user: body };
};
const logIn = (client: TestClient, username: string) =>
  client.send('POST', '/api/login', { username, password: GOOD_PASSWORD });
const roleOf = async (client: TestClient) => (await client.get('/api/user')).body?.role;

/** Presses the link in the mail, in that browser. */
async function prove(client: TestClient, email: string): Promise<void> {
  const { token } = await lastMailTo(site.api, email);
  expect((await client.post('/api/user/email/verify', { token })).status).toBe(200);
}

test('who pays and registers in the same browser takes it over, and signing out closes it', async () => {
  const browser = someone(site.api);
  const id = await site.subscribed(browser, 'same-browser@example.org');
  expect([await site.opens(browser), (await site.stateOf(browser)).waitsForAccount]).toEqual([true, true]);
  const { user } = await register(browser, 'another-address@example.org');
  expect(user.role).toBe('subscriber');
  expect((await site.rowOf(id)).user_id).toBe(user.id);
  await browser.post('/api/logout');
  expect(await site.opens(browser)).toBe(false);
  expect((await site.stateOf(browser)).subscription).toBeNull();
});

test('who proves the address elsewhere takes it over; the browser that paid reads on, until it signs in and out', async () => {
  const email = 'proves-elsewhere@example.org';
  const paidIn = someone(site.api);
  const id = await site.subscribed(paidIn, email);
  const elsewhere = someone(site.api);
  const { user, username } = await register(elsewhere, email);
  expect([user.role, await site.opens(elsewhere)]).toEqual(['free', false]);
  await prove(elsewhere, email);
  expect([await roleOf(elsewhere), await site.opens(elsewhere)]).toEqual(['subscriber', true]);
  expect(await site.opens(paidIn)).toBe(true);
  expect((await logIn(paidIn, username)).body.role).toBe('subscriber');
  await paidIn.post('/api/logout');
  expect(await site.opens(paidIn)).toBe(false);
  expect(await site.opens(elsewhere)).toBe(true);
  expect((await site.rowOf(id)).user_id).toBe(user.id);
});

test('who registers an address without proving it gets nothing; the sign-in link gives it to its owner', async () => {
  const email = 'owner@example.org';
  const paidIn = someone(site.api);
  await site.subscribed(paidIn, email);
  const thief = someone(site.api);
  const { username } = await register(thief, email);
  expect((await logIn(thief, username)).body.role).toBe('free');
  expect(await site.opens(thief)).toBe(false);

  const owner = someone(site.api);
  await owner.send('POST', '/api/email-signup', { email });
  await owner.send('POST', '/api/email-signup', { email });
  const { token } = await lastMailTo(site.api, email);
  const redeemed = await owner.send('POST', '/api/email-signup/verify', { token });
  expect(redeemed.body).toMatchObject({ signedIn: true });
  expect([await roleOf(owner), await site.opens(owner)]).toEqual(['subscriber', true]);
  expect([await site.opens(thief), await site.opens(paidIn)]).toEqual([false, true]);
});

test('a payment that comes through after its address was proven goes to that account', async () => {
  const email = 'proven-before@example.org';
  const member = someone(site.api);
  await register(member, email);
  await prove(member, email);
  await site.subscribed(someone(site.api), email);
  expect([await roleOf(member), await site.opens(member)]).toEqual(['subscriber', true]);
});

test('a checkout that somebody began with another’s address is never paid for them by its owner', async () => {
  const email = 'victim@example.org';
  const stranger = someone(site.api);
  const begun = await site.begin(stranger, email);
  const member = someone(site.api);
  await register(member, email);
  await prove(member, email);
  const own = await site.begin(member);
  expect(own).not.toBe(begun);
  site.peer.approve(own);
  expect((await site.report(member, own)).status).toBe(200);
  expect([await site.opens(member), await site.opens(stranger)]).toEqual([true, false]);
  expect((await stranger.post('/api/subscription/cancel')).status).toBe(404);
});

test('who has one and pays for another as a visitor is charged once from the moment both are theirs', async () => {
  const browser = someone(site.api);
  const email = 'pays-twice@example.org';
  const { username } = await register(browser, email);
  await prove(browser, email);
  const first = await site.subscribed(browser);
  await browser.post('/api/logout');
  const second = await site.subscribed(browser);
  await logIn(browser, username);
  await site.reconcile();
  expect([site.peer.books.get(first).status, site.peer.books.get(second).status]).toEqual([
    'CANCELLED',
    'ACTIVE',
  ]);
  expect(await site.opens(browser)).toBe(true);
  expect(await site.subjectsTo(email)).toContain('One of your two Stillwater subscriptions was stopped');
  expect((await site.stateOf(browser)).subscription).toMatchObject({ status: 'active' });
});

test('a checkout that gives way to the one of this browser is watched on, and counts when it is paid after all', async () => {
  const browser = someone(site.api);
  const { username } = await register(browser, 'two-checkouts@example.org');
  const first = await site.begin(browser);
  await browser.post('/api/logout');
  const second = await site.begin(browser);
  await logIn(browser, username);
  await site.keepSessions();
  expect(await site.begin(browser)).toBe(second);
  site.passTo(Date.now() + 2 * MINUTE);
  await site.reconcile();
  expect((await site.rowOf(first)).failed_checks).toBe(0);
  site.peer.approve(first);
  site.passTo(Date.now() + 2 * MINUTE);
  await site.reconcile();
  expect(await site.opens(browser)).toBe(true);
});

test('what runs out closes for the browser that paid too', async () => {
  const browser = someone(site.api);
  const id = await site.subscribed(browser, 'runs-out@example.org');
  const until = site.peer.books.get(id).nextBillingAt ?? 0;
  expect((await browser.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  expect(await site.subjectsTo('runs-out@example.org')).toEqual([
    'Your Stillwater subscription is cancelled',
  ]);
  site.passTo(until - HOUR);
  expect(await site.opens(browser)).toBe(true);
  site.passTo(until + DAY);
  expect(await site.opens(browser)).toBe(false);
});
