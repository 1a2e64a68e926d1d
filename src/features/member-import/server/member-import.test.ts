import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantAccess, withdrawGrant } from '#features/grants/server/grant-access.ts';
import { GOOD_PASSWORD, registered } from '#test/account-fixture.ts';
import { exported, fixture, ImportSite, row } from '#test/ghost-members/member-import-fixture.ts';
import { PUBLIC_URL } from '#test/test-api.ts';

/* The import of members: the rows it adds, its repetition and its interruption. */

const START = Date.now();
const nextYear = () => new Date(START + 365 * 24 * 60 * 60_000).toISOString();

let site: ImportSite;
beforeAll(async () => {
  site = await ImportSite.start();
});
afterAll(() => site.api.stop());
beforeEach(() => site.empty());

test('members become sign-ups with the day on which they joined, without any mail', async () => {
  const result = await site.imported(await fixture('valid-members-import.csv'));
  expect(result).toMatchObject({ state: 'done', handled: 2, added: 2, granted: 0, invited: 0 });
  const [joe, other] = await site.signups();
  expect(joe).toMatchObject({ email: 'jbloggs@example.com', source: 'import' });
  expect(other).toMatchObject({ created_at: Date.parse('1991-10-02T20:30:31.000Z') });
  expect(joe?.created_at).toBeGreaterThanOrEqual(START);
  expect([await site.count('mails'), await site.count('member_import_rows')]).toEqual([0, 0]);
  const people = (await site.ada.get('/api/people?order=since&state=email-only')).body;
  expect(people.map(({ email }: { email: string }) => email)).toEqual([
    'jbloggs@example.com',
    'test@example.com',
  ]);
  expect((await site.ada.get('/api/audit-log?itemType=members')).body).toMatchObject([
    { action: 'imported', title: 'members.csv', user: { username: 'ada' }, details: { members: 2 } },
  ]);
});

test('a date in the future is read as today', async () => {
  await site.imported(await fixture('members-future-created-at.csv'));
  expect((await site.signups())[0]?.created_at).toBeLessThanOrEqual(Date.now());
});

test('an imported member enters with a sign-in link', async () => {
  await site.imported(await fixture('valid-members-defaults.csv'));
  const visitor = site.api.visitor();
  const answer = await visitor.send('POST', '/api/email-signup', { email: 'Member+defaults_1@example.com' });
  expect(answer.body).toEqual({ status: 'link-sent' });
});

test('plans become granted access until the chosen day, and never a payment', async () => {
  const content = exported(
    row(1, { comped: 'true' }),
    row(2, { tiers: '"Gold,Silver"' }),
    row(3),
    row(4, { comped: 'false' }),
  );
  const accessUntil = nextYear();
  const result = await site.imported(content, { accessUntil, isInviting: false });
  expect(result).toMatchObject({ withPlan: 2, added: 4, granted: 2, accessUntil });
  expect(await site.grants()).toMatchObject(
    ['m1@example.org', 'm2@example.org'].map((email_key) => ({
      ...{ email_key, source: 'import', granted_by: site.ada.user.id, ends_at: Date.parse(accessUntil) },
    })),
  );
  expect(await site.db.selectFrom('subscriptions').selectAll().execute()).toEqual([]);
});

test('plans give nothing when no day is chosen', async () => {
  await site.imported(exported(row(1, { comped: 'true' })));
  expect(await site.grants()).toEqual([]);
});

test('a second import of the same file changes nothing', async () => {
  const content = exported(row(1, { comped: 'true' }), row(2));
  const choices = { accessUntil: nextYear(), isInviting: true };
  await site.imported(content, choices);
  const before = [await site.signups(), await site.grants(), await site.count('mails')];
  const second = await site.imported(content, choices);
  expect(second).toMatchObject({ fresh: 0, added: 0, granted: 0, invited: 0, state: 'done' });
  expect([await site.signups(), await site.grants(), await site.count('mails')]).toEqual(before);
});

test('a later day prolongs the access, an earlier one and a withdrawn grant stay as they are', async () => {
  const content = exported(row(1, { comped: 'true' }));
  const until = (days: number) => ({ accessUntil: new Date(Date.now() + days * 86_400_000).toISOString() });
  await site.imported(content, { ...until(30), isInviting: false });
  await site.imported(content, { ...until(20), isInviting: false });
  expect(await site.grants()).toHaveLength(1);
  await site.imported(content, { ...until(90), isInviting: false });
  expect(await site.grants()).toHaveLength(2);
  const [, later] = await site.grants();
  await site.db.transaction().execute((db) => withdrawGrant(db, later?.id ?? 0, null));
  await site.imported(content, { ...until(120), isInviting: false });
  expect(await site.grants()).toHaveLength(2);
});

test('a grant that the owner has withdrawn keeps no plan of an import away', async () => {
  const grant = { endsAt: Date.parse(nextYear()), reason: 'A friend', source: 'owner' } as const;
  await site.db.transaction().execute(async (db) => {
    const to = { email: 'm1@example.org' };
    await withdrawGrant(db, await grantAccess(db, { ...grant, to, grantedBy: null }), null);
  });
  const choices = { accessUntil: nextYear(), isInviting: false };
  const result = await site.imported(exported(row(1, { comped: 'true' })), choices);
  expect(result).toMatchObject({ granted: 1 });
});

test('existing persons lose nothing: a revoked address, a sign-up, and an account', async () => {
  const member = await site.api.signedIn('free', { username: 'm3', email: 'm3@example.org' });
  const { db } = site.api.database;
  await db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', member.user.id).execute();
  const at = 1_600_000_000_000;
  await db
    .insertInto('email_signups')
    .values([
      {
        email: 'M1@example.org',
        email_key: 'm1@example.org',
        source: 'home',
        has_access: true,
        created_at: at,
      },
      {
        email: 'm2@example.org',
        email_key: 'm2@example.org',
        source: 'gate',
        has_access: false,
        created_at: at,
      },
    ])
    .execute();
  const before = await site.signups();
  const plan = { comped: 'true' };
  const content = exported(row(1, plan), row(2, plan), row(3, plan));
  const result = await site.imported(content, { accessUntil: nextYear(), isInviting: true });
  expect(result).toMatchObject({ members: 3, fresh: 0, added: 0, granted: 2, invited: 0 });
  expect(await site.signups()).toEqual(before);
  expect(await site.grants()).toMatchObject([{ email_key: 'm1@example.org' }, { user_id: member.user.id }]);
  expect((await member.get('/api/user')).body.role).toBe('subscriber');
  expect(await site.count('mails')).toBe(0);
});

test('each new member is invited when asked for, and says what is open', async () => {
  // The instant is on the next day in UTC.
  const accessUntil = '2030-11-25T23:59:59.999-08:00';
  const content = exported(row(1, { comped: 'true' }), row(2));
  expect(await site.imported(content, { accessUntil, isInviting: true })).toMatchObject({ invited: 2 });
  const rows = await site.db.selectFrom('mails').selectAll().orderBy('recipient').execute();
  expect(rows.map(({ recipient }) => recipient)).toEqual(['m1@example.org', 'm2@example.org']);
  expect(rows[0]?.text).toContain('Everything is open for you until November 25, 2030.');
  expect(rows[0]?.text).toContain(`${PUBLIC_URL}/auth?tab=register`);
  expect(rows[1]?.text).not.toContain('open for you');
});

test('who is revoked before the invitation leaves gets none', async () => {
  await site.imported(exported(row(1), row(2)), { accessUntil: null, isInviting: true });
  const [first] = await site.signups();
  await site.ada.patch(`/api/email-signups/${first?.id}`, { hasAccess: false });
  const mails = await site.db.selectFrom('mails').select('recipient').execute();
  expect(mails).toEqual([{ recipient: 'm2@example.org' }]);
});

test('an import that goes on after the day of the access promises none', async () => {
  const { id } = await site.checked(exported(row(1, { comped: 'true' })));
  await site.run(id, { accessUntil: nextYear(), isInviting: true });
  await site.db
    .updateTable('member_imports')
    .set({ access_until: Date.now() - 1 })
    .execute();
  await site.work();
  expect(await site.find(id)).toMatchObject({ granted: 0, invited: 1 });
  const mails = await site.db.selectFrom('mails').select('text').execute();
  expect(mails.map(({ text }) => text.includes('open for you'))).toEqual([false]);
});

test('two presses, of two administrators, import once', async () => {
  const zoe = await site.api.signedIn('admin', { username: 'zoe' });
  const { id } = await site.checked(exported(row(1), row(2)));
  const answers = await Promise.all([site.run(id), site.run(id, undefined, zoe), site.run(id)]);
  expect(answers.map(({ status, body }) => [status, body.state])).toEqual(Array(3).fill([200, 'running']));
  await Promise.all([site.work(), site.work()]);
  expect(await site.find(id)).toMatchObject({ state: 'done', handled: 2, added: 2 });
  expect((await site.ada.get('/api/audit-log?itemType=members&limit=1')).body).toHaveLength(1);
  expect((await site.run(id)).body.state).toBe('done');
  expect((await zoe.get('/api/member-imports')).body).toMatchObject([{ id, added: 2 }]);
});

test('the same file in two imports at once is imported once', async () => {
  const content = exported(...[1, 2, 3, 4, 5].map((n) => row(n, { comped: 'true' })));
  const both = [await site.checked(content), await site.checked(content)];
  const choices = { accessUntil: nextYear(), isInviting: true };
  await Promise.all(both.map(({ id }) => site.run(id, choices)));
  await site.work();
  const results = await Promise.all(both.map(({ id }) => site.find(id)));
  expect(results.map(({ added }) => added).sort()).toEqual([0, 5]);
  expect([(await site.grants()).length, await site.count('mails')]).toEqual([5, 5]);
});

test('an import that a stop interrupts goes on where it was', async () => {
  const content = exported(...Array.from({ length: 250 }, (_, n) => row(n)));
  const { id } = await site.checked(content);
  await site.run(id, { accessUntil: null, isInviting: true });
  const stop = new AbortController();
  await site.work(stop.signal, () => stop.abort());
  expect(await site.find(id)).toMatchObject({ state: 'running', handled: 100, added: 100 });
  await site.work();
  expect(await site.find(id)).toMatchObject({ state: 'done', handled: 250, added: 250, invited: 250 });
  expect(await site.count('mails')).toBe(250);
});

test('an address that is erased between check and import is forgotten', async () => {
  await site.imported(exported(row(1)));
  const { id } = await site.checked(exported(row(1), row(2)));
  const [signup] = await site.signups();
  expect((await site.ada.delete(`/api/email-signups/${signup?.id}`)).status).toBe(204);
  await site.run(id);
  await site.work();
  expect((await site.signups()).map(({ email }) => email)).toEqual(['m2@example.org']);
});

test.each(['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z', 'soon', 7])(
  'the day %s for the access is refused, and the file stays',
  async (accessUntil) => {
    const { id } = await site.checked(exported(row(1)));
    const answer = await site.run(id, { accessUntil, isInviting: false });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'accessUntil' }] } });
    expect((await site.find(id)).state).toBe('checked');
  },
);

test('a member who deletes the account and keeps the sign-up is still imported', async () => {
  const { client } = await registered(site.api, { email: 'm1@example.org' });
  await site.db.updateTable('users').set({ email_verified_at: 1 }).execute();
  const { id } = await site.checked(exported(row(1)));
  expect((await client.delete('/api/user', { password: GOOD_PASSWORD })).status).toBe(204);
  await site.run(id);
  await site.work();
  expect((await site.signups()).map(({ email_key }) => email_key)).toEqual(['m1@example.org']);
});

test('somebody who is erased between check and import does not come back', async () => {
  const member = await site.api.signedIn('free', { username: 'm1', email: 'm1@example.org' });
  await site.db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', member.user.id).execute();
  const { id } = await site.checked(exported(row(1, { comped: 'true' }), row(2)));
  const erased = await site.ada.delete(`/api/people/account/${member.user.id}`, {
    confirmation: 'm1@example.org',
    lastChange: 0,
  });
  expect(erased.status).toBe(204);
  await site.run(id, { accessUntil: nextYear(), isInviting: true });
  await site.work();
  expect((await site.signups()).map(({ email_key }) => email_key)).toEqual(['m2@example.org']);
  expect([await site.grants(), await site.count('mails')]).toEqual([[], 1]);
});
