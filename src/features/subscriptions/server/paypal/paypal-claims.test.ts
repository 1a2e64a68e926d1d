import { expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { anAccount, GOOD_PASSWORD, lastMailTo, someone } from '#test/account-fixture.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { TestClient } from '#test/test-api.ts';

/* A visitor's payment: who has access, and which account claims it. */

setUpPaidSite();

const register = async (client: TestClient, email: string) => {
  const account = anAccount({ email });
  const { body } = await client.send('POST', '/api/register', account);
  return { ...account, user: body };
};
const logIn = (client: TestClient, username: string) =>
  client.send('POST', '/api/login', { username, password: GOOD_PASSWORD });
const roleOf = async (client: TestClient) => (await client.get('/api/user')).body?.role;

/** Opens the mailed link in that browser. */
async function prove(client: TestClient, email: string): Promise<void> {
  const { token } = await lastMailTo(site.api, email);
  expect((await client.post('/api/user/email/verify', { token })).status).toBe(200);
}

test('a visitor’s payment has one receipt, which leads to an account', async () => {
  const email = 'receipt@example.org';
  const browser = someone(site.api);
  const id = await site.subscribed(browser, email);
  for (const notice of site.peer.notices.about(id)) await site.tell(notice);
  await site.report(browser, id);
  expect(await site.subjectsTo(email)).toEqual(['Your Stillwater receipt']);
  const { text } = await lastMailTo(site.api, email);
  expect(text).toContain('You paid $20.00 USD for a month of Stillwater.');
  expect(text).toContain('/auth?tab=register&returnTo=/account');
  expect(text).toContain(`Payment: ${site.peer.books.get(id).payments[0]?.id}.`);
});

test('an account registered in the paying browser claims the subscription', async () => {
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

test('erasing the address of a payment ends no subscription that an account has', async () => {
  const email = 'paid-with-this@example.org';
  const browser = someone(site.api);
  const id = await site.subscribed(browser, email);
  await register(browser, 'has-an-account@example.org');
  const signup = await site.db
    .insertInto('email_signups')
    .values({ email, email_key: email, source: 'gate', has_access: true, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const admin = await site.api.signedIn('admin');
  expect((await admin.delete(`/api/email-signups/${signup.id}`)).status).toBe(204);
  await site.reconcile();
  expect([site.peer.books.get(id).status, await site.opens(browser)]).toEqual(['ACTIVE', true]);
});

test('an account that proves the address elsewhere claims it beside the paying browser', async () => {
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

test('an unproven address claims nothing; a sign-in link gives the subscription to its owner', async () => {
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

test('a payment with a proven address goes to its account, and its receipt leads there', async () => {
  const email = 'proven-before@example.org';
  const member = someone(site.api);
  await register(member, email);
  await prove(member, email);
  const browser = someone(site.api);
  const id = await site.subscribed(browser, email);
  expect([await roleOf(member), await site.opens(member)]).toEqual(['subscriber', true]);
  for (const notice of site.peer.notices.about(id)) await site.tell(notice);
  const { text } = await lastMailTo(site.api, email);
  expect(text).toContain(`Payment: ${site.peer.books.get(id).payments[0]?.id}.`);
  expect(text).not.toContain('/auth?tab=register');
});

test('the owner of an address never pays a stranger’s checkout that names it', async () => {
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
  expect((await stranger.post('/api/subscription/cancel')).status).toBe(401);
});

test('an account that claims a second subscription pays for the first one only', async () => {
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
    'ACTIVE',
    'CANCELLED',
  ]);
  expect(site.peer.books.get(second).payments).toMatchObject([{ status: 'REFUNDED', refunded: 20 }]);
  expect(site.peer.books.get(first).payments).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await site.opens(browser)).toBe(true);
  expect((await site.subjectsTo(email)).at(-1)).toBe('We refunded your payment to Stillwater');
  expect((await site.stateOf(browser)).subscription).toMatchObject({ status: 'active' });
});

test('a canceled subscription does not go on beside a later one of the same person', async () => {
  const browser = someone(site.api);
  const { username } = await register(browser, 'comes-back@example.org');
  const first = await site.subscribed(browser);
  expect((await browser.post('/api/subscription/cancel')).status).toBe(200);
  await browser.post('/api/logout');
  const second = await site.subscribed(browser);
  await logIn(browser, username);
  const admin = await site.api.signedIn('admin');
  const path = `/api/subscriptions/${(await site.rowOf(first)).id}/resume`;
  const { status, body } = await admin.post(path, { lastChange: 0 });
  expect([status, body.code]).toEqual([409, 'already-subscribed']);
  const { books } = site.peer;
  expect([books.get(first).status, books.get(second).status]).toEqual(['SUSPENDED', 'ACTIVE']);
});

test('a claim of an open checkout leaves a paid subscription as it is', async () => {
  const member = someone(site.api);
  const { username } = await register(member, 'pays-here@example.org');
  const paid = await site.subscribed(member);
  const phone = someone(site.api);
  await site.begin(phone);
  await logIn(phone, username);
  expect((await site.rowOf(paid)).status).toBe('active');
  expect([await site.opens(phone), (await site.stateOf(phone)).subscription.status]).toEqual([
    true,
    'active',
  ]);
});

test('a login ends the access of its own browser alone, and of its own account alone', async () => {
  const email = 'of-two-browsers@example.org';
  const paidIn = someone(site.api);
  const id = await site.subscribed(paidIn, email);
  const elsewhere = someone(site.api);
  const { username } = await register(elsewhere, email);
  await prove(elsewhere, email);
  const { browser_hash } = await site.rowOf(id);
  // Another browser with a checkout of its own.
  const another = someone(site.api);
  await site.begin(another);
  await logIn(another, username);
  expect((await site.rowOf(id)).browser_hash).toBe(browser_hash);
  // Another account in the browser that paid.
  const guest = await register(someone(site.api), 'guest@example.org');
  await logIn(paidIn, guest.username);
  expect(await site.rowOf(id)).toMatchObject({ browser_hash });
  await paidIn.post('/api/logout');
  expect(await site.opens(paidIn)).toBe(true);
});

test('an abandoned checkout still counts when it is paid after all', async () => {
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

test('the paying browser loses access when the paid time ends', async () => {
  const browser = someone(site.api);
  const id = await site.subscribed(browser, 'runs-out@example.org');
  const until = site.peer.books.get(id).nextBillingAt ?? 0;
  expect((await browser.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  expect(await site.subjectsTo('runs-out@example.org')).toEqual([
    'Your Stillwater receipt',
    'Your Stillwater subscription is canceled',
  ]);
  site.passTo(until - HOUR);
  expect(await site.opens(browser)).toBe(true);
  site.passTo(until + DAY);
  expect(await site.opens(browser)).toBe(false);
});

test.each(['a login', 'the proven address', 'the account itself'])(
  'a later payment that comes by %s ends a subscription whose renewal failed, and keeps what was paid',
  async (way) => {
    const email = `${way.replaceAll(' ', '-')}@example.org`;
    const member = someone(site.api);
    const { username } = await register(member, email);
    await prove(member, email);
    await site.keepSessions();
    const first = await site.subscribed(member);
    const due = site.peer.books.get(first).nextBillingAt ?? 0;
    vi.useFakeTimers({ toFake: ['Date'], now: due + MINUTE });
    site.peer.books.failPayment(first);
    vi.setSystemTime(due + DAY);
    await site.reconcile();
    expect((await site.rowOf(first)).status).toBe('past_due');

    const visitor = someone(site.api);
    const isLogin = way === 'a login';
    const isMember = way === 'the account itself';
    const second = isMember
      ? await site.subscribed(member)
      : await site.subscribed(visitor, isLogin ? 'on-a-phone@example.org' : email);
    if (isLogin) await logIn(visitor, username);
    await site.reconcile();
    const { books } = site.peer;
    expect([books.get(first).status, books.get(second).status]).toEqual(['CANCELLED', 'ACTIVE']);
    for (const id of [first, second]) expect(books.get(id).payments).toMatchObject([{ status: 'COMPLETED' }]);
    expect(await site.opens(member)).toBe(true);
  },
);
