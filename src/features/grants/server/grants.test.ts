import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { lastMailTo, registered } from '#test/account-fixture.ts';
import { openEmptyDatabase } from '#test/database/test-database.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient, TestClient } from '#test/test-api.ts';
import { adoptGrants, grantAccess, restoreGrant, withdrawGrant } from './grant-access.ts';
import { NO_END } from './granted-until.ts';
import { grantsOf } from './read-grants.ts';

/* Granted access beside payments: a person's access at each instant, on every node. */

const START = Date.UTC(2027, 2, 1, 12);
setUpPaidSite();

let reader: SignedInClient;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  reader = await site.api.signedIn('free');
  await site.keepSessions();
});
afterEach(() => site.peer.books.subscriptions.clear());

const opens = (client: TestClient = reader) => site.opens(client);
const give = (
  endsAt: number | null,
  to: { userId: number } | { email: string } = { userId: reader.user.id },
) =>
  site.db
    .transaction()
    .execute((db) => grantAccess(db, { to, endsAt, reason: 'A prize', source: 'owner', grantedBy: null }));
const withdraw = (id: number) => site.db.transaction().execute((db) => withdrawGrant(db, id, null));
const stored = (id = reader.user.id) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a grant opens premium content at the next request, until its instant', async () => {
  const other = await site.api.signedIn('free');
  await site.keepSessions();
  expect(await opens()).toBe(false);
  await give(START + DAY);
  expect(await opens()).toBe(true);
  expect(await opens(other)).toBe(false);
  expect((await reader.get('/api/user')).body.role).toBe('subscriber');
  site.passTo(START + DAY - 1);
  expect(await opens()).toBe(true);
  site.passTo(START + DAY);
  expect(await opens()).toBe(false);
  expect((await reader.get('/api/user')).body.role).toBe('free');
});

test('the last of several grants decides; a withdrawn one counts for nothing until restored', async () => {
  const [year, month] = [await give(START + 365 * DAY), await give(START + 30 * DAY)];
  site.passTo(START + 40 * DAY);
  expect(await opens()).toBe(true);
  expect(await withdraw(year)).toBe(true);
  expect(await withdraw(year)).toBe(false);
  expect(await opens()).toBe(false);
  vi.setSystemTime(START + 10 * DAY);
  expect(await opens()).toBe(true);
  await withdraw(month);
  expect(await opens()).toBe(false);
  expect(await restoreGrant(site.db, year)).toBe(true);
  expect(await restoreGrant(site.db, year)).toBe(false);
  expect(await opens()).toBe(true);
  // The other grant stays withdrawn.
  expect(await withdraw(month)).toBe(false);
});

test.each(['refund', 'reverse', 'cancel'] as const)(
  'an undone or ended payment (%s) leaves a grant as it is',
  async (how) => {
    const id = await site.subscribed(reader);
    await give(START + 90 * DAY);
    site.peer.books[how](id);
    await site.tell(site.peer.notices.all.at(-1) as never);
    await site.liveTo(START + 89 * DAY);
    expect((await stored()).role).toBe('free');
    expect(await opens()).toBe(true);
    site.passTo(START + 91 * DAY);
    expect(await opens()).toBe(false);
  },
);

test('the end of a grant, and its withdrawal, leave a paid month as it is', async () => {
  const ends = await give(START + HOUR);
  await site.subscribed(reader);
  site.passTo(START + DAY);
  expect(await opens()).toBe(true);
  await withdraw(ends);
  await withdraw(await give(null));
  expect(await opens()).toBe(true);
  expect(await stored()).toMatchObject({ role: 'subscriber', granted_until: null });
});

test('grants at the same time are all kept', async () => {
  const given = await Promise.all([1, 2, 3, 4].map((days) => give(START + days * DAY)));
  expect((await stored()).granted_until).toBe(START + 4 * DAY);
  const newestFirst = given.sort((one, other) => other - one);
  const listed = async (limit: number) =>
    (await grantsOf(site.db, { userId: reader.user.id }, limit)).map(({ id }) => id);
  expect(await listed(10)).toEqual(newestFirst);
  expect(await listed(3)).toEqual(newestFirst.slice(0, 3));
});

test('a grant never begins in the future, and never ends before it begins', async () => {
  const grant = { to: { userId: reader.user.id }, reason: '', source: 'code', grantedBy: null } as const;
  await expect(grantAccess(site.db, { ...grant, startsAt: START + 1, endsAt: null })).rejects.toThrow(
    /future/,
  );
  await expect(grantAccess(site.db, { ...grant, endsAt: START })).rejects.toThrow();
  expect(await opens()).toBe(false);
});

test('a grant for an address waits until an account proves it', async () => {
  const { client, email, user } = await registered(site.api);
  await site.keepSessions();
  await give(null, { email: email.toUpperCase() });
  expect(await grantsOf(site.db, { emailKey: email }, 10)).toMatchObject([{ isWaiting: true }]);
  await adoptGrants(site.db, user.id);
  expect(await opens(client)).toBe(false);
  const { code } = await lastMailTo(site.api, email);
  expect((await client.post('/api/user/email/verify', { email, code })).status).toBe(200);
  expect(await opens(client)).toBe(true);
  expect((await client.get('/api/user/data')).body.grants).toEqual([
    {
      startsAt: new Date(START).toISOString(),
      endsAt: null,
      reason: 'A prize',
      source: 'owner',
      withdrawnAt: null,
    },
  ]);
  // The account has verified the address, so a further grant does not wait.
  await give(START + DAY, { email });
  expect(await grantsOf(site.db, { emailKey: email }, 10)).toEqual([]);
});

test('a grant that waits for an address goes with its sign-up', async () => {
  const admin = await site.api.signedIn('admin');
  await site.api.visitor().post('/api/email-signup', { email: 'waits@example.org' });
  await give(null, { email: 'waits@example.org' });
  const { id } = await site.db
    .selectFrom('email_signups')
    .select('id')
    .where('email_key', '=', 'waits@example.org')
    .executeTakeFirstOrThrow();
  expect((await admin.delete(`/api/email-signups/${id}`)).status).toBe(204);
  expect(await grantsOf(site.db, { emailKey: 'waits@example.org' }, 10)).toEqual([]);
});

test('an account made a subscriber by hand gets a grant, which can be withdrawn', async () => {
  vi.useRealTimers();
  const { db, close } = await openEmptyDatabase();
  await migrate(db, { upTo: '0030-people' });
  const insert = (name: string, until: number | null, role = 'subscriber') =>
    db
      .insertInto('users')
      .values({
        ...{ username: name, username_key: name, email: null, email_key: null, email_verified_at: null },
        ...{ password_hash: null, role, subscriber_until: until, created_at: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [byHand, payer] = [await insert('by-hand', null), await insert('payer', START)];
  const [other, admin] = [await insert('other', null), await insert('admin', null, 'admin')];
  await migrate(db);
  const until = () => db.selectFrom('users').select(['id', 'role', 'granted_until']).orderBy('id').execute();
  expect(await until()).toEqual([
    // Older programs read only the role.
    { id: byHand.id, role: 'subscriber', granted_until: NO_END },
    { id: payer.id, role: 'subscriber', granted_until: null },
    { id: other.id, role: 'subscriber', granted_until: NO_END },
    { id: admin.id, role: 'admin', granted_until: null },
  ]);
  const [grant] = await grantsOf(db, { userId: byHand.id }, 10);
  expect(grant).toMatchObject({ endsAt: null, source: 'owner' });
  await withdrawGrant(db, grant?.id ?? 0, null);
  const gift = { endsAt: null, reason: '', source: 'owner', grantedBy: null } as const;
  await withdrawGrant(db, await grantAccess(db, { ...gift, to: { userId: admin.id } }), null);
  expect(await until()).toMatchObject([
    { role: 'free', granted_until: null },
    { role: 'subscriber' },
    { role: 'subscriber', granted_until: NO_END },
    { role: 'admin', granted_until: null },
  ]);
  await close();
});
