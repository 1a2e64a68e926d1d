import { beforeAll, expect, test } from 'vitest';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { hashPassword } from '../password/passwords.ts';

const api = setUpApi();

beforeAll(async () => {
  await insertOceans(db(), [anOcean()]);
});

const db = () => api.database.db;

/** Registers an account with a proven address, a favorite and a sign-up. */
async function member() {
  const account = await registered(api);
  await account.client.post('/api/user/email/verify', {
    token: (await lastMailTo(api, account.email)).token,
  });
  await someone(api).send('POST', '/api/email-signup', { email: account.email });
  await db()
    .insertInto('favorites')
    .values({ user_id: account.user.id, item_type: 'ocean', item_id: 1, created_at: 1 })
    .execute();
  return account;
}

/** {@link member}, whose account has no password. `age`: age of the session in ms. */
async function withoutPassword() {
  const account = await member();
  await db().updateTable('users').set({ password_hash: null }).where('id', '=', account.user.id).execute();
  const age = (ms: number) =>
    db()
      .updateTable('sessions')
      .set({ created_at: Date.now() - ms })
      .where('user_id', '=', account.user.id)
      .execute();
  return { ...account, age };
}

const signups = (email: string) =>
  db().selectFrom('email_signups').selectAll().where('email_key', '=', email).execute();

test('the download of one’s own data is complete, and contains no secret and nothing of others', async () => {
  const stranger = await member();
  const { client, username, email } = await member();
  const { status, body, headers, text } = await client.get('/api/user/data');
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"');
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatchObject({
    account: { username, email, role: 'free', hasPassword: true, emailVerifiedAt: expect.any(String) },
    sessions: [{ current: true, createdAt: expect.any(String) }],
    favorites: [{ itemType: 'ocean', itemId: 1, createdAt: '1970-01-01T00:00:00.001Z' }],
    emailSignup: { email, source: 'landing', hasAccess: true },
    emailLinks: [{ purpose: 'verify-email', email, usedAt: expect.any(String) }],
    mails: [{ recipient: email, subject: 'Confirm your email for Stillwater' }],
  });
  expect(text).not.toMatch(/argon2|token|hash/i);
  for (const theirs of [stranger.email, stranger.username]) expect(text).not.toContain(theirs);
});

test('an account downloads its data 30 times an hour, because each download is stored', async () => {
  const { client, user } = await registered(api);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await client.get('/api/user/data')).status);
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  const events = await db()
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', user.id)
    .where('kind', '=', 'data-exported')
    .execute();
  expect(events).toHaveLength(30);
});

test('data of an address belong to an account only once it is proven', async () => {
  await someone(api).send('POST', '/api/email-signup', { email: 'private@example.org' });
  const { client } = await registered(api, { email: 'private@example.org' });
  const { body } = await client.get('/api/user/data');
  expect(body.emailSignup).toBeNull();
  expect(body.mails).toEqual([]);
  await client.delete('/api/user', { password: GOOD_PASSWORD, forgetEmail: true });
  expect(await signups('private@example.org')).toHaveLength(1);
});

test('deleting an account needs its password and deletes all its data', async () => {
  const mine = await member();
  const other = await member();
  for (const password of ['', 'Wrong-guess-1']) {
    const { status, body } = await mine.client.delete('/api/user', { password });
    expect({ status, path: body.issues[0].path }).toEqual({ status: 400, path: 'password' });
  }
  // A link that is already mailed must not open what is deleted.
  await someone(api).send('POST', '/api/email-signup', { email: mine.email });
  const tokens = db().selectFrom('email_tokens').selectAll().where('email_key', '=', mine.email);
  expect(await tokens.execute()).not.toEqual([]);
  expect((await mine.client.delete('/api/user', { password: GOOD_PASSWORD })).status).toBe(204);
  expect(await tokens.execute()).toEqual([]);
  expect(mine.client.cookies.has('stillwater_session')).toBe(false);
  expect((await mine.client.get('/api/user')).status).toBe(401);
  const { id } = mine.user;
  expect(await db().selectFrom('users').selectAll().where('id', '=', id).execute()).toEqual([]);
  for (const table of ['sessions', 'favorites', 'email_tokens'] as const)
    expect(await db().selectFrom(table).selectAll().where('user_id', '=', id).execute(), table).toEqual([]);
  const mails = await db().selectFrom('mails').selectAll().where('recipient', '=', mine.email).execute();
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Stillwater account was deleted']);
  expect(mails[0]?.text).toContain(`Your account “${mine.username}” was deleted`);
  // Without `forgetEmail`, the sign-up stays.
  expect(await signups(mine.email)).toHaveLength(1);
  await other.client.delete('/api/user', { password: GOOD_PASSWORD, forgetEmail: true });
  expect(await signups(other.email)).toEqual([]);
  expect(await signups(mine.email)).toHaveLength(1);
  // Name and address are free again.
  await registered(api, { username: mine.username, email: mine.email });
});

test('several presses at one moment delete an account once', async () => {
  const { client, user } = await registered(api);
  const press = () => client.delete('/api/user', { password: GOOD_PASSWORD });
  const answers = await Promise.all([press(), press(), press()]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const entries = await db()
    .selectFrom('audit_log')
    .select('action')
    .where('item_type', '=', 'account')
    .where('item_id', '=', String(user.id))
    .execute();
  expect(entries).toEqual([{ action: 'deleted' }]);
});

test('an account without a password can be deleted from a fresh session only', async () => {
  const { client, age } = await withoutPassword();
  await age(16 * 60_000);
  const refused = await client.delete('/api/user');
  expect(refused.status).toBe(403);
  expect(refused.body.message).toContain('log in again');
  await age(14 * 60_000);
  expect((await client.delete('/api/user')).status).toBe(204);
});

test('an old session of an account without a password can change neither address nor password', async () => {
  const { client, user, age } = await withoutPassword();
  const address = () => client.post('/api/user/email', { email: `other-${user.id}@example.com` });
  const password = () => client.put('/api/user/password', { password: 'Harbour-77x-tide' });
  await age(16 * 60_000);
  expect((await address()).status).toBe(403);
  expect((await password()).status).toBe(403);
  await age(14 * 60_000);
  expect((await address()).status).toBe(204);
  expect((await password()).status).toBe(200);
});

test('the last administrator cannot be deleted, even by two concurrent deletions', async () => {
  const [one, two] = [await api.signedIn('admin'), await api.signedIn('admin')];
  const hash = await hashPassword(GOOD_PASSWORD);
  await db().updateTable('users').set({ password_hash: hash }).where('role', '=', 'admin').execute();
  const leave = (client: typeof one) => client.delete('/api/user', { password: GOOD_PASSWORD });
  const answers = await Promise.all([leave(one), leave(two)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toContain('only administrator');
  expect(await db().selectFrom('users').selectAll().where('role', '=', 'admin').execute()).toHaveLength(1);
});
