import { beforeAll, expect, test } from 'vitest';
import { hasStaffRole, roleNow, type StaffRole, staffRole } from '#features/accounts/server/session/roles.ts';
import { grantAccess } from '#features/grants/server/grant-access.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { lastMailTo, registered } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { type SignedInClient, startTestApi } from '#test/test-api.ts';
import { findPerson } from '../person/find-person.ts';
import { changeRole } from './change-role.ts';

/* Giving and removing the role of administrator or editor. */

const CURRENT = Number.MAX_SAFE_INTEGER;

const api = setUpApi();

let ada: SignedInClient;

beforeAll(async () => {
  ada = await api.signedIn('admin', { username: 'ada' });
});

const pathOf = ({ user }: { user: { id: number } }) => `/api/people/account/${user.id}`;
const person = async (path: string) => (await ada.get(path)).body;
const become = (client: SignedInClient, role: string, by = ada, lastChange = CURRENT) =>
  by.patch(pathOf(client), { role, lastChange });
const row = ({ user }: SignedInClient) =>
  api.database.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
const roleOf = async (client: SignedInClient) => roleNow(await row(client), Date.now());

test('each role can be given and taken, ends the sessions, and is in the log once', async () => {
  const mira = await api.signedIn('free');
  const steps = ['editor', 'editor', 'admin', 'editor', 'member'];
  for (const role of steps) {
    expect((await become(mira, role)).status).toBe(204);
    expect(await roleOf(mira)).toBe(role === 'member' ? 'free' : role);
  }
  expect((await mira.get('/api/user')).status).toBe(401);
  const { changes, events, role } = await person(pathOf(mira));
  expect(role).toBe('free');
  expect(changes.map(({ user, details }: never) => [user, details])).toEqual(
    ['member', 'editor', 'admin', 'editor'].map((after, index) => [
      { id: ada.user.id, username: 'ada' },
      {
        done: 'role-changed',
        before: { role: ['editor', 'admin', 'editor', 'member'][index] },
        after: { role: after },
      },
    ]),
  );
  expect(events.map(({ kind, detail }: { kind: string; detail: string }) => `${kind}: ${detail}`)).toEqual([
    'role-changed: member',
    'role-changed: editor',
    'role-changed: admin',
    'role-changed: editor',
  ]);
});

test('payments and grants outlast every role', async () => {
  const { db } = api.database;
  const mira = await api.signedIn('free');
  const until = Date.now() + 30 * DAY;
  await db
    .insertInto('subscriptions')
    .values({
      reference: 'of-mira',
      user_id: mira.user.id,
      provider: 'sandbox',
      provider_id: 'TEST-mira',
      status: 'active',
      activated_at: Date.now(),
      paid_through: until,
      access_until: until,
      created_at: Date.now(),
      updated_at: Date.now(),
    })
    .execute();
  await db
    .updateTable('users')
    .set({ role: 'subscriber', subscriber_until: until })
    .where('id', '=', mira.user.id)
    .execute();
  const grant = { endsAt: until + DAY, reason: 'A prize', source: 'owner', grantedBy: null } as const;
  await grantAccess(db, { to: { userId: mira.user.id }, ...grant });
  await become(mira, 'editor');
  expect(await person(pathOf(mira))).toMatchObject({ role: 'editor', state: 'paying' });
  await become(mira, 'admin');
  await become(mira, 'member');
  expect(await row(mira)).toMatchObject({
    role: 'subscriber',
    subscriber_until: until,
    granted_until: until + DAY,
    editor_since: null,
  });
});

test('nobody changes their own role, whatever it is', async () => {
  for (const role of ['member', 'editor', 'admin']) {
    const answer = await become(ada, role);
    expect([answer.status, answer.body.code]).toEqual([409, 'own-account']);
  }
  const editor = await api.signedIn('editor');
  for (const path of [pathOf(editor), pathOf(ada)])
    expect((await editor.patch(path, { role: 'admin', lastChange: CURRENT })).status).toBe(403);
  expect(await roleOf(editor)).toBe('editor');
});

test('of two administrators who take the role from each other one stays', async () => {
  const other = await startTestApi();
  try {
    const [one, two] = [await other.signedIn('admin'), await other.signedIn('admin')];
    const take = (by: SignedInClient, from: SignedInClient) =>
      by.patch(pathOf(from), { role: 'member', lastChange: CURRENT });
    const answers = await Promise.all([take(one, two), take(two, one)]);
    expect(answers.filter(({ status }) => status === 204).length).toBe(1);
    // The loser is refused before or after the end of their session.
    expect(answers.filter(({ status }) => [401, 403, 409].includes(status)).length).toBe(1);
    const admins = await other.database.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .execute();
    expect(admins.length).toBe(1);
  } finally {
    await other.stop();
  }
});

test('who has just lost the role, or was disabled, makes nobody an administrator', async () => {
  const { db } = api.database;
  const mira = await api.signedIn('free');
  const disabled = await api.signedIn('admin');
  await db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', disabled.user.id).execute();
  // Calls the function directly, like a request that has already passed the check of its session.
  const late = async (author: SignedInClient) =>
    changeRole(db, { userId: author.user.id }, await findPerson(db, 'account', mira.user.id), {
      role: 'admin',
      lastChange: CURRENT,
    });
  for (const author of [disabled, await api.signedIn('editor')])
    await expect(late(author)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await roleOf(mira)).toBe('free');
});

test('a change by somebody else, a locked person and one without an account stop it', async () => {
  const maren = await api.signedIn('admin', { username: 'maren' });
  const mira = await api.signedIn('free');
  await become(mira, 'editor', maren);
  const stale = await become(mira, 'admin', ada, 0);
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'maren changed this a moment ago. Look again before you go on.',
  ]);
  const locked = await api.signedIn('free');
  await ada.patch(pathOf(locked), { isDisabled: true, lastChange: CURRENT });
  expect((await become(locked, 'editor')).body.code).toBe('access-revoked');
  expect(await roleOf(locked)).toBe('free');
  const revoked = await api.signedIn('free', { email: 'revoked@example.org' });
  await api.visitor().send('POST', '/api/email-signup', { email: 'revoked@example.org' });
  const [{ id }] = (await ada.get('/api/email-signups?search=revoked@example.org')).body;
  await ada.patch(`/api/email-signups/${id}`, { hasAccess: false });
  expect((await become(revoked, 'admin')).body.code).toBe('access-revoked');
  await api.visitor().send('POST', '/api/email-signup', { email: 'noor@example.org' });
  const [noor] = (await ada.get('/api/people?search=noor@example.org')).body;
  const none = await ada.patch(`/api/people/signup/${noor.id}`, { role: 'editor', lastChange: CURRENT });
  expect(none.status).toBe(404);
});

test('an editor logs in as administrators do: with a second factor, for half an hour', async () => {
  const strict = await startTestApi({ adminSecondFactor: 'required' });
  try {
    const admin = await strict.signedIn('admin');
    const { client, username, password, user } = await registered(strict);
    await admin.patch(`/api/people/account/${user.id}`, { role: 'editor', lastChange: CURRENT });
    expect((await client.get('/api/user')).status).toBe(401);
    const login = () => strict.visitor().post('/api/login', { username, password });
    const first = await login();
    expect([first.status, first.body.role]).toEqual([200, 'editor']);
    expect((await login()).body.code).toBe('second-factor-missing');
    // A promotion does not repeat the previous one's grace login.
    await admin.patch(`/api/people/account/${user.id}`, { role: 'admin', lastChange: CURRENT });
    expect((await login()).body.code).toBe('second-factor-missing');
    // Each new editor role allows one login again, so that earlier logins lock nobody out.
    for (const role of ['member', 'editor'])
      await admin.patch(`/api/people/account/${user.id}`, { role, lastChange: CURRENT });
    expect((await login()).status).toBe(200);
    const fresh = await strict.signedIn('editor');
    expect((await fresh.get('/api/user/second-factor')).body.required).toBe(true);
    await strict.database.db
      .updateTable('sessions')
      .set({ last_seen_at: Date.now() - 31 * MINUTE })
      .where('user_id', '=', fresh.user.id)
      .execute();
    expect((await fresh.get('/api/user')).status).toBe(401);
  } finally {
    await strict.stop();
  }
});

test.each(['editor', 'admin'])('the unproven address of an %s signs nobody in', async (role) => {
  const { user, email } = await registered(api);
  await ada.patch(`/api/people/account/${user.id}`, { role, lastChange: CURRENT });
  const stranger = api.visitor();
  for (let times = 0; times < 2; times += 1) await stranger.send('POST', '/api/email-signup', { email });
  const { token } = await lastMailTo(api, email);
  const { body } = await stranger.send('POST', '/api/email-signup/verify', { token });
  expect(body).toMatchObject({ signedIn: false });
  const { db } = api.database;
  const rows = await db.selectFrom('users').selectAll().where('id', '=', user.id).execute();
  expect(rows).toMatchObject([{ email_verified_at: null, password_hash: expect.any(String) }]);
});

test('an erased editor leaves content, and no name', async () => {
  const editor = await api.signedIn('editor', { username: 'gone-soon' });
  const ocean = { title: 'Kept', description: 'By an editor.', imageUrl: '/covers/ocean/a.svg' };
  const { body } = await editor.post('/api/oceans', ocean);
  const erased = await ada.delete(pathOf(editor), { confirmation: 'gone-soon', lastChange: CURRENT });
  expect(erased.status).toBe(204);
  expect((await editor.get('/api/user')).status).toBe(401);
  expect((await ada.get(`/api/oceans/${body.id}`)).body.title).toBe('Kept');
  const { text, body: log } = await ada.get('/api/audit-log');
  expect(text).not.toContain('gone-soon');
  expect(
    log.find(({ itemType, itemId }: never) => itemType === 'ocean' && itemId === String(body.id)),
  ).toMatchObject({
    user: null,
    authorErased: true,
  });
});

test('the list shows the persons of a role, in every order and in the table', async () => {
  const editor = await api.signedIn('editor', { username: 'the-editor' });
  await api.signedIn('free', { username: 'a-member' });
  const names = async (query: string) =>
    (await ada.get(`/api/people?${query}`)).body.map(({ name }: { name: string }) => name);
  for (const order of ['seen', 'since', 'name']) {
    expect(await names(`role=editor&order=${order}`)).toContain('the-editor');
    expect(await names(`role=editor&order=${order}`)).not.toContain('a-member');
    expect(await names(`role=admin&order=${order}`)).toEqual(expect.arrayContaining(['ada']));
    expect(await names(`role=admin&order=${order}`)).not.toContain('the-editor');
  }
  expect(await names('role=editor&search=the-ed')).toEqual(['the-editor']);
  expect(await names('role=editor&state=staff')).toContain('the-editor');
  const { text } = await ada.get('/api/people.csv?role=editor');
  expect(text).toMatch(/the-editor,.*,editor,staff,/);
  expect(text).not.toContain('a-member');
  expect((await ada.get('/api/people?role=owner')).status).toBe(400);
  expect(await roleOf(editor)).toBe('editor');
});

test('the list of all staff goes on after each page, in every order', async () => {
  for (const name of ['staff-1', 'staff-2', 'staff-3'])
    await api.signedIn(name === 'staff-2' ? 'editor' : 'admin', { username: name });
  for (const order of ['seen', 'since', 'name']) {
    const query = `state=staff&order=${order}`;
    const all = (await ada.get(`/api/people?${query}&limit=200`)).body;
    const paged: unknown[] = [];
    for (let next: string | undefined = '0'; next !== undefined && paged.length <= all.length; ) {
      const part = await ada.get(`/api/people?${query}&limit=1&cursor=${encodeURIComponent(next)}`);
      paged.push(...part.body);
      next = part.headers['x-next-cursor'] as string | undefined;
    }
    expect(paged).toEqual(all);
  }
});

test('both forms of the definition agree on every account', async () => {
  const { db } = api.database;
  const facts = ['free', 'subscriber', 'admin'].flatMap((role) =>
    [null, 1].map((editor_since) => ({ role, editor_since })),
  );
  for (const [index, fact] of facts.entries())
    await db
      .insertInto('users')
      .values({ username: `form-${index}`, username_key: `form-${index}`, created_at: 0, ...fact })
      .execute();
  const rows = await db.selectFrom('users').selectAll().where('username', 'like', 'form-%').execute();
  for (const role of ['admin', 'editor', 'any'] satisfies (StaffRole | 'any')[]) {
    const found = await db
      .selectFrom('users')
      .select('username')
      .where('username', 'like', 'form-%')
      .where(hasStaffRole(role, 'users'))
      .orderBy('id')
      .execute();
    const isMeant = (found: StaffRole | null) => (role === 'any' ? found !== null : found === role);
    const expected = rows.filter((one) => isMeant(staffRole(one))).map(({ username }) => ({ username }));
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(0);
  }
});
