import { beforeAll, expect, test } from 'vitest';
import { lastMailTo } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Actions of administrators on a person. */

const api = setUpApi();

let ada: SignedInClient;
let maren: SignedInClient;
let members = 0;

beforeAll(async () => {
  ada = await api.signedIn('admin', { username: 'ada', email: 'ada@example.org' });
  maren = await api.signedIn('admin', { username: 'maren', email: 'maren@example.org' });
});

const pathOf = ({ user }: SignedInClient) => `/api/people/account/${user.id}`;

/** Makes a member with a verified address that also has a sign-up. */
async function member() {
  members += 1;
  const email = `member-${members}@example.org`;
  const client = await api.signedIn('free', { username: `Member ${members}`, email });
  await api.database.db
    .updateTable('users')
    .set({ email_verified_at: 1 })
    .where('id', '=', client.user.id)
    .execute();
  await api.visitor(`192.0.2.${members}`).send('POST', '/api/email-signup', { email });
  return { client, email, path: pathOf(client) };
}

const person = async (path: string) => (await ada.get(path)).body;
const lastChange = async (path: string) => (await person(path)).changes[0]?.id ?? 0;
const actionsOf = async (path: string) =>
  (await person(path)).changes.map((entry: { action: string; user: { username: string } | null }) => [
    entry.user?.username,
    entry.action,
  ]);

test('an account is disabled and enabled, each with one entry, however often it is pressed', async () => {
  const { client, path } = await member();
  const press = (isDisabled: boolean) => ada.patch(path, { isDisabled, lastChange: 0 });
  expect([(await press(true)).status, (await press(true)).status]).toEqual([204, 204]);
  expect((await client.get('/api/user')).status).toBe(401);
  expect((await person(path)).disabledAt).not.toBeNull();
  await Promise.all([press(false), press(false)]);
  expect(await person(path)).toMatchObject({ disabledAt: null, state: 'free' });
  expect(await actionsOf(path)).toEqual([
    ['ada', 'granted'],
    ['ada', 'revoked'],
  ]);
});

test('access is revoked and restored: of a proven address only', async () => {
  const { client, path } = await member();
  expect((await ada.patch(path, { hasAccess: false, lastChange: 0 })).status).toBe(204);
  expect((await client.get('/api/user')).status).toBe(401);
  expect(await person(path)).toMatchObject({ state: 'revoked', signup: { hasAccess: false } });
  const later = await lastChange(path);
  expect((await ada.patch(path, { hasAccess: true, lastChange: later })).status).toBe(204);
  expect(await person(path)).toMatchObject({ state: 'free', signup: { hasAccess: true } });
  const eve = await api.signedIn('free', { username: 'eve', email: 'noor@example.org' });
  await api.visitor('192.0.2.99').send('POST', '/api/email-signup', { email: 'noor@example.org' });
  expect((await ada.patch(pathOf(eve), { hasAccess: false, lastChange: 0 })).status).toBe(404);
});

test('a change by another administrator stops one from a page that does not show it', async () => {
  const { path, email } = await member();
  const seen = await lastChange(path);
  await maren.patch(path, { isDisabled: true, lastChange: seen });
  const message = 'maren changed this a moment ago. Look again before you go on.';
  const stale = { status: 409, body: { code: 'edit-conflict', message } };
  expect(await ada.patch(path, { isDisabled: false, lastChange: seen })).toMatchObject(stale);
  expect(await ada.patch(path, { hasAccess: false, lastChange: seen })).toMatchObject(stale);
  expect(await ada.delete(path, { confirmation: email, lastChange: seen })).toMatchObject(stale);
  expect(await person(path)).toMatchObject({ disabledAt: expect.any(String), signup: { hasAccess: true } });
  const current = await lastChange(path);
  expect((await ada.patch(path, { isDisabled: false, lastChange: current })).status).toBe(204);
});

test('all sessions end at once, the owner can read why, and a repetition changes nothing', async () => {
  const { client, path } = await member();
  for (let presses = 0; presses < 2; presses += 1)
    expect((await ada.delete(`${path}/sessions`)).status).toBe(204);
  expect((await client.get('/api/user')).status).toBe(401);
  const { sessions, changes, events } = await person(path);
  expect(sessions).toEqual([]);
  expect(changes).toMatchObject([{ action: 'updated', details: { done: 'sessions-ended' } }]);
  expect(events).toMatchObject([{ kind: 'sessions-ended', detail: 'admin', device: null }]);
  expect((await ada.delete('/api/people/account/987654/sessions')).status).toBe(404);
});

test('a sign-in link reaches the person, and signs in', async () => {
  const { client, email, path } = await member();
  expect((await ada.post(`${path}/sign-in-link`)).status).toBe(204);
  const { token } = await lastMailTo(api, email);
  const browser = api.visitor('192.0.2.98');
  expect((await browser.send('POST', '/api/email-signup/verify', { token })).body).toEqual({
    email,
    signedIn: true,
  });
  expect((await browser.get('/api/user')).body.id).toBe(client.user.id);
  const details = await person(path);
  expect(details.changes).toMatchObject([{ details: { done: 'link-sent' }, user: { username: 'ada' } }]);
  expect(JSON.stringify(details)).not.toContain(token);
  for (let presses = 0; presses < 2; presses += 1) await ada.post(`${path}/sign-in-link`);
  expect((await ada.post(`${path}/sign-in-link`)).status).toBe(429);
});

test('nobody who cannot enter gets a link, and nobody without an address', async () => {
  const { path } = await member();
  await ada.patch(path, { isDisabled: true, lastChange: 0 });
  expect(await ada.post(`${path}/sign-in-link`)).toMatchObject({
    status: 403,
    body: { message: 'They cannot enter, so a link would not help. Restore their access first.' },
  });
  const nameless = await api.signedIn('free', { username: 'no address' });
  expect((await ada.post(`${pathOf(nameless)}/sign-in-link`)).status).toBe(404);
});

test('a person is erased with their sign-up, after the address was typed', async () => {
  const { client, email, path } = await member();
  const { id } = (await person(path)).signup;
  await ada.patch(path, { hasAccess: false, lastChange: 0 });
  const current = await lastChange(path);
  const wrong = await ada.delete(path, { confirmation: 'member', lastChange: current });
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'confirmation' }] } });
  const right = { confirmation: ` ${email.toUpperCase()}`, lastChange: current };
  expect((await ada.delete(path, right)).status).toBe(204);
  expect((await ada.delete(path, right)).status).toBe(404);
  for (const gone of [path, `/api/people/signup/${id}`]) expect((await ada.get(gone)).status).toBe(404);
  for (const table of ['users', 'email_signups', 'mails', 'audit_log'] as const) {
    const rows = await api.database.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows).toLowerCase(), table).not.toContain(email);
  }
  const [entry] = (await ada.get(`/api/audit-log?itemType=account&itemId=${client.user.id}`)).body;
  expect(entry).toMatchObject({ action: 'deleted', title: '', user: { username: 'ada' } });
  // A revoked address may enter again.
  const again = await api.visitor('192.0.2.97').send('POST', '/api/email-signup', { email });
  expect(again.status).toBe(201);
});

test('a sign-up without an account is erased, and one with another person’s account keeps that', async () => {
  const email = 'unproven@example.org';
  const other = await api.signedIn('free', { username: 'other', email });
  await api.visitor('192.0.2.96').send('POST', '/api/email-signup', { email });
  const { sameAddress } = await person(pathOf(other));
  const path = `/api/people/signup/${sameAddress.id}`;
  expect((await ada.delete(path, { confirmation: email, lastChange: 0 })).status).toBe(204);
  expect((await ada.get(path)).status).toBe(404);
  expect((await person(pathOf(other))).email).toBe(email);
});

test('administrators cannot disable or erase themselves', async () => {
  const own = { status: 409, body: { code: 'own-account' } };
  expect(await ada.patch(pathOf(ada), { isDisabled: true, lastChange: 0 })).toMatchObject(own);
  const confirmation = 'ada@example.org';
  expect(await ada.delete(pathOf(ada), { confirmation, lastChange: 0 })).toMatchObject(own);
  expect((await ada.get('/api/user')).status).toBe(200);
});

test('of two administrators who disable or erase each other at one moment, one is left', async () => {
  const third = await api.signedIn('admin', { username: 'third', email: 'third@example.org' });
  await ada.patch(pathOf(maren), { isDisabled: true, lastChange: 0 });
  const answers = await Promise.all([
    ada.patch(pathOf(third), { isDisabled: true, lastChange: 0 }),
    third.delete(pathOf(ada), { confirmation: 'ada@example.org', lastChange: 0 }),
  ]);
  const enabled = await api.database.db
    .selectFrom('users')
    .select('username')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  expect(enabled).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 204);
  // The later call is refused, or its session ended before it began.
  expect(refused).toHaveLength(1);
  expect([401, 404, 409]).toContain(refused[0]?.status);
});
