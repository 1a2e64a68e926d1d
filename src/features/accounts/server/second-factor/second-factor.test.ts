import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { anAccount, GOOD_PASSWORD, lastMailTo, someone } from '#test/account-fixture.ts';
import { PasskeyPeer } from '#test/authenticator-peer.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, startTestApi, type TestClient } from '#test/test-api.ts';
import { setDisabled } from '../account/disable-account.ts';
import { hashPassword } from '../password/passwords.ts';
import { insertUser } from '../users.ts';
import { assertAnotherFactor, deleteTotp, resetSecondFactor } from './second-factor.ts';
import { startTotp } from './totp.ts';

const STEP = 30_000;
const currentPassword = GOOD_PASSWORD;

const api = setUpApi({ adminSecondFactor: 'required' });

const passwordHash = await hashPassword(GOOD_PASSWORD);

const db = () => api.database.db;
const rowsOf = (table: 'recovery_codes' | 'security_events') =>
  db().selectFrom(table).selectAll().where('user_id', '=', userId).execute();

/** The code that an app shows now, or `later` time steps from now. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * STEP });

let username: string;
let email: string;
let userId: number;
beforeEach(async () => {
  ({ username, email } = anAccount());
  const user = await insertUser(db(), { username, email, passwordHash, role: 'admin' });
  userId = user.id;
  await db().updateTable('users').set({ email_verified_at: 1 }).where('id', '=', userId).execute();
});

const logIn = (more: object = {}, client = someone(api)) =>
  client.send('POST', '/api/login', { username, password: GOOD_PASSWORD, ...more });

async function firstLogin(): Promise<TestClient> {
  const client = someone(api);
  expect((await logIn({}, client)).status).toBe(200);
  return client;
}

async function withCodes() {
  const client = await firstLogin();
  const { secret, uri, qrCode } = (await client.post('/api/user/second-factor/secret', { currentPassword }))
    .body;
  const confirmed = await client.put('/api/user/second-factor', { code: codeOf(secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  return { client, secret, uri, qrCode, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

async function addPasskey(client: TestClient) {
  const passkey = new PasskeyPeer();
  const { body } = await client.post('/api/user/passkeys/options', { currentPassword });
  const response = passkey.create(body, { origin: PUBLIC_URL });
  const { body: entry } = await client.post('/api/user/passkeys', { name: 'Key', response });
  return { passkey, entry };
}

test('an administrator logs in once with the password alone, and then needs a second factor', async () => {
  const client = await firstLogin();
  expect((await client.get('/api/user/second-factor')).body).toEqual({
    codes: false,
    recoveryCodesLeft: 0,
    required: true,
    passkeys: 0,
  });
  const second = await logIn();
  expect(second).toMatchObject({ status: 403, body: { code: 'second-factor-missing' } });
  expect(second.body.message).toContain('npm run admin -- reset-second-factor');
  expect(await rowsOf('security_events')).toContainEqual(
    expect.objectContaining({ kind: 'login-failed', detail: 'code' }),
  );
});

test('a login that is refused after the right password does not use up the one login', async () => {
  await setDisabled(db(), username, true);
  expect(await logIn()).toMatchObject({ status: 403, body: { code: 'access-revoked' } });
  await setDisabled(db(), username, false);
  await firstLogin();
});

test('of parallel first logins one succeeds', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => logIn()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a wrong password says nothing about second factors, and uses no login up', async () => {
  const wrong = await logIn({ password: 'Not-the-one-1' });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } });
  await withCodes();
  expect((await logIn({ password: 'Not-the-one-1' })).body.code).toBe('wrong-credentials');
});

test('codes from an app: a secret, its QR code, and a login with each code once', async () => {
  const { secret, uri, qrCode, client } = await withCodes();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(
    `otpauth://totp/Stillwater:${username}?issuer=Stillwater&secret=${secret}` +
      '&algorithm=SHA1&digits=6&period=30',
  );
  expect(qrCode).toMatch(/^<svg /);
  expect(await logIn()).toMatchObject({ status: 401, body: { code: 'second-factor-required' } });
  const wrong = await logIn({ code: '000 000' });
  expect(wrong).toMatchObject({
    status: 401,
    body: { code: 'wrong-second-factor', issues: [{ path: 'code' }] },
  });
  // The confirmation has used its code.
  const next = codeOf(secret, 1);
  expect((await logIn({ code: `${next.slice(0, 3)} ${next.slice(3)}` })).status).toBe(200);
  expect((await logIn({ code: next })).body.code).toBe('wrong-second-factor');
  expect((await logIn({ code: codeOf(secret, 40) })).body.code).toBe('wrong-second-factor');
  // The open session goes on.
  expect((await client.get('/api/user/second-factor')).body).toMatchObject({
    codes: true,
    recoveryCodesLeft: 10,
  });
});

test('ten recovery codes work once each, in whatever way they are typed', async () => {
  const { recoveryCodes, client } = await withCodes();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  expect(first).toMatch(/^([A-Z2-9]{4}-){5}[A-Z2-9]{4}$/);
  const stored = await rowsOf('recovery_codes');
  expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''));
  expect((await logIn({ code: first })).status).toBe(200);
  expect((await logIn({ code: first })).status).toBe(401);
  expect((await logIn({ code: second.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
  expect((await client.get('/api/user/second-factor')).body.recoveryCodesLeft).toBe(8);
  const renewed = await client.post('/api/user/second-factor/recovery-codes', { currentPassword });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect((await logIn({ code: recoveryCodes[2] })).status).toBe(401);
  expect((await logIn({ code: renewed.body.recoveryCodes[0] })).status).toBe(200);
});

test('codes count for nothing until one was confirmed', async () => {
  const client = await firstLogin();
  const { secret } = (await client.post('/api/user/second-factor/secret', { currentPassword })).body;
  expect((await client.put('/api/user/second-factor', { code: '000000' })).body.code).toBe('wrong-code');
  expect((await logIn({ code: codeOf(secret) })).body.code).toBe('second-factor-missing');
});

test('a secret that one tab has confirmed is not replaced by another tab', async () => {
  const { secret } = await withCodes();
  expect(await startTotp(db(), { id: userId, username }, 'Stillwater')).toBeNull();
  expect((await logIn({ code: codeOf(secret, 1) })).status).toBe(200);
});

test('codes are turned on with their recovery codes, or not at all', async () => {
  const client = await firstLogin();
  const { secret } = (await client.post('/api/user/second-factor/secret', { currentPassword })).body;
  const confirm = () => client.put('/api/user/second-factor', { code: codeOf(secret) });
  await sql`alter table recovery_codes rename to unreachable`.execute(db());
  try {
    expect((await confirm()).status).toBe(500);
  } finally {
    await sql`alter table unreachable rename to recovery_codes`.execute(db());
  }
  const { status, body } = await confirm();
  expect({ status, codes: body.recoveryCodes?.length }).toEqual({ status: 200, codes: 10 });
});

test('guesses at codes are limited, whichever network they come from', async () => {
  await withCodes();
  for (let guess = 0; guess < 10; guess += 1)
    expect((await logIn({ code: String(100_000 + guess) })).status).toBe(401);
  expect((await logIn({ code: '100011' })).status).toBe(429);
});

test('an administrator with a passkey logs in with it, and not with the password alone', async () => {
  const { passkey } = await addPasskey(await firstLogin());
  expect((await logIn()).body.message).toMatch(/logs in with a passkey.* can reset a lost one\.$/);
  const client = someone(api);
  const { body: options } = await client.post('/api/passkeys/options', {});
  const key = passkey.get(options, { origin: PUBLIC_URL });
  expect((await client.post('/api/passkeys/sign-in', key)).body.username).toBe(username);
});

test('the last second factor cannot be removed', async () => {
  const { client } = await withCodes();
  const off = () => client.delete('/api/user/second-factor', { currentPassword });
  expect(await off()).toMatchObject({ status: 409, body: { code: 'last-second-factor' } });
  const { entry } = await addPasskey(client);
  expect((await off()).status).toBe(204);
  const removal = await client.delete(`/api/user/passkeys/${entry.id}`, { currentPassword });
  expect(removal).toMatchObject({ status: 409, body: { code: 'last-second-factor' } });
});

test('of two factors that are removed at one moment one stays', async () => {
  const { client } = await withCodes();
  const { entry } = await addPasskey(client);
  const user = { id: userId, role: 'admin', editor_since: null };
  const both = await Promise.allSettled([
    db()
      .transaction()
      .execute(async (transaction) => {
        await assertAnotherFactor(transaction, 'required', user, 'codes');
        await sleep(300);
        await deleteTotp(transaction, userId);
      }),
    sleep(100).then(() => client.delete(`/api/user/passkeys/${entry.id}`, { currentPassword })),
  ]);
  expect(both).toMatchObject([{ status: 'fulfilled' }, { value: { status: 409 } }]);
});

test('each change of the second factor needs the password', async () => {
  const { client } = await withCodes();
  const wrong = { currentPassword: 'Not-the-one-1' };
  const answers = [
    await client.post('/api/user/second-factor/secret', wrong),
    await client.post('/api/user/second-factor/recovery-codes', wrong),
    await client.delete('/api/user/second-factor', wrong),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('wrong-password'));
});

describe('access to the mailbox', () => {
  test('does not log in an administrator by a link: the browser only enters', async () => {
    const client = someone(api);
    await client.send('POST', '/api/email-signup', { email });
    await client.send('POST', '/api/email-signup', { email });
    const { token } = await lastMailTo(api, email);
    const answer = await client.send('POST', '/api/email-signup/verify', { token });
    expect(answer).toMatchObject({ status: 200, body: { signedIn: false } });
    expect((await client.get('/api/user')).status).toBe(401);
  });

  test('is nothing while the administrator has never proven that the address is theirs', async () => {
    const client = someone(api);
    await client.send('POST', '/api/password/forgot', { email });
    const { token } = await lastMailTo(api, email);
    await db().updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute();
    const password = 'Another-Harbour-5';
    const reset = await client.send('POST', '/api/password/reset', { token, password });
    expect(reset.body.code).toBe('link-expired');
    const mails = () => db().selectFrom('mails').select('id').where('recipient', '=', email).execute();
    const before = (await mails()).length;
    expect((await client.send('POST', '/api/password/forgot', { email })).status).toBeLessThan(300);
    expect(await mails()).toHaveLength(before);
    expect((await logIn()).status).toBe(200);
  });

  test('sets a new password and logs in only with the second factor', async () => {
    const { secret } = await withCodes();
    const client = someone(api);
    await client.send('POST', '/api/password/forgot', { email });
    const { token } = await lastMailTo(api, email);
    const password = 'Another-Harbour-5';
    const reset = await client.send('POST', '/api/password/reset', { token, password });
    expect(reset).toMatchObject({ status: 204, text: '' });
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await logIn({ password })).body.code).toBe('second-factor-required');
    expect((await logIn({ password, code: codeOf(secret, 1) })).status).toBe(200);
  });
});

test('the reset removes second factors and sessions, and allows one login', async () => {
  const { client } = await withCodes();
  await addPasskey(client);
  await resetSecondFactor(db(), userId);
  expect((await client.get('/api/user')).status).toBe(401);
  expect((await logIn()).status).toBe(200);
  expect((await logIn()).body.code).toBe('second-factor-missing');
  expect(await rowsOf('recovery_codes')).toEqual([]);
});

test('the download of one’s data says that codes are on, and has neither secret nor codes', async () => {
  const { client, secret } = await withCodes();
  const { body, text } = await client.get('/api/user/data');
  expect(body.secondFactor).toEqual({ codes: true, recoveryCodesLeft: 10 });
  expect(text).not.toContain(secret);
});

test('where second factors are only offered, the password suffices until one is set up', async () => {
  const other = await startTestApi();
  try {
    await insertUser(other.database.db, { username: 'owner', email: null, passwordHash, role: 'admin' });
    // The single login without a factor was used while the policy required one.
    await other.database.db.updateTable('users').set({ admin_login_at: 1 }).execute();
    const enter = (by = other.visitor()) =>
      by.send('POST', '/api/login', { username: 'owner', password: GOOD_PASSWORD });
    const client = other.visitor();
    for (let times = 0; times < 3; times += 1) expect((await enter(client)).status).toBe(200);
    const { secret } = (await client.post('/api/user/second-factor/secret', { currentPassword })).body;
    await client.put('/api/user/second-factor', { code: codeOf(secret) });
    expect((await enter()).body.code).toBe('second-factor-required');
    expect((await client.delete('/api/user/second-factor', { currentPassword })).status).toBe(204);
    expect((await enter()).status).toBe(200);
  } finally {
    await other.stop();
  }
});
