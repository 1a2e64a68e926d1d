import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { insertUser } from '#features/accounts/server/users.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi();

let addresses = 0;
/** Makes a client with its own IP address, so that tests do not share rate limits. */
function newClient() {
  addresses += 1;
  return api.visitor(`10.0.0.${addresses}`);
}

afterEach(() => {
  vi.useRealTimers();
});

const signUp = (email: string, client = newClient()) => client.send('POST', '/api/email-signup', { email });
const verify = (body: object, client = newClient()) => client.send('POST', '/api/email-signup/verify', body);

async function lastMail(email: string) {
  const mail = await api.database.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  const code = (/: (\d{3}) (\d{3})/.exec(mail.text) ?? []).slice(1).join('');
  return { ...mail, token, code };
}

/** Signs up twice, and reads link and code from the mail. */
async function requestLink(email: string) {
  await signUp(email);
  await signUp(email);
  return lastMail(email);
}

const advanceClock = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });

test('a new address gets access at once', async () => {
  const { status, body } = await signUp('new@example.org');
  expect({ status, body }).toEqual({ status: 201, body: { status: 'granted' } });
});

test('a returning address, in any case, gets a mail with a link and a code', async () => {
  await signUp('Return@Example.org');
  const { status, body } = await signUp('return@example.ORG ');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'link-sent' } });
  const mail = await lastMail('return@example.ORG');
  expect(mail.text).toContain('http://localhost:3000/sign-in#token=');
  expect(mail.text).toContain('expire in 15 minutes');
  expect(mail.html).toContain(mail.token);
  expect(mail.code).toMatch(/^\d{6}$/);
});

test('concurrent sign-ups of one address make one entry', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp('twice@example.org')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('a revoked address is refused, and so is its open link', async () => {
  const { token } = await requestLink('revoked@example.org');
  await api.database.db
    .updateTable('email_signups')
    .set({ has_access: false })
    .where('email_key', '=', 'revoked@example.org')
    .execute();
  const answer = await signUp('revoked@example.org');
  expect(answer.status).toBe(403);
  expect(answer.body.message).toContain('was revoked');
  expect((await verify({ token })).status).toBe(403);
});

test('an address that a field of type email takes is taken', async () => {
  for (const email of ['shop@xn--e1afmkfd.xn--p1ai', 'sun&moon@example.org', "a/b='{c}'@example.org"]) {
    expect((await signUp(email)).status, email).toBe(201);
    expect(await requestLink(email)).toMatchObject({ token: expect.any(String) });
  }
});

test('an invalid email address is refused with the specification’s text', async () => {
  const bad = [
    '',
    'x',
    'a@',
    '@b.co',
    'a b@c.co',
    'a..b@c.co',
    'a@b.c-',
    `${'a'.repeat(300)}@example.org`,
    'a@b.co\0',
    null,
    7,
    {},
    ['a@b.co'],
  ];
  for (const email of bad) {
    const { status, body } = await newClient().send('POST', '/api/email-signup', { email });
    expect(status, String(email)).toBe(400);
    expect(body.issues[0]).toEqual({ path: 'email', message: 'Please enter a valid email' });
  }
  expect((await newClient().send('POST', '/api/email-signup', {})).body.message).toBe(
    'Please enter a valid email',
  );
});

test('a link works once', async () => {
  const { token } = await requestLink('once@example.org');
  const first = await verify({ token });
  expect(first).toMatchObject({ status: 200, body: { email: 'once@example.org', signedIn: false } });
  const second = await verify({ token });
  expect(second.status).toBe(410);
  expect(second.body.message).toContain('expired or was already used');
});

test('a link works for 15 minutes', async () => {
  const young = await requestLink('young@example.org');
  advanceClock(15 * 60_000 - 2_000);
  expect((await verify({ token: young.token })).status).toBe(200);
  vi.useRealTimers();
  const old = await requestLink('old@example.org');
  advanceClock(15 * 60_000 + 1_000);
  expect((await verify({ token: old.token })).status).toBe(410);
  expect((await verify({ email: 'old@example.org', code: old.code })).status).toBe(410);
});

test('a newer link ends the older one', async () => {
  const older = await requestLink('newer@example.org');
  await signUp('newer@example.org');
  const newer = await lastMail('newer@example.org');
  expect(newer.token).not.toBe(older.token);
  expect((await verify({ token: older.token })).status).toBe(410);
  expect((await verify({ token: newer.token })).status).toBe(200);
});

test('the code works like the link; five wrong codes end it', async () => {
  const good = await requestLink('code@example.org');
  const wrong = good.code === '000000' ? '000001' : '000000';
  expect((await verify({ email: 'code@example.org', code: wrong })).status).toBe(410);
  expect((await verify({ email: 'CODE@example.org', code: good.code })).status).toBe(200);
  expect((await verify({ email: 'code@example.org', code: good.code })).status).toBe(410);

  const guessed = await requestLink('guessed@example.org');
  const bad = guessed.code === '000000' ? '000001' : '000000';
  for (let guess = 0; guess < 5; guess += 1) await verify({ email: 'guessed@example.org', code: bad });
  expect((await verify({ email: 'guessed@example.org', code: guessed.code })).status).toBe(410);
});

test('opening the page of a link does not redeem it', async () => {
  const { token } = await requestLink('scanner@example.org');
  await newClient().get(`/sign-in?token=${token}`);
  await newClient().get('/api/email-signup/verify');
  expect((await verify({ token })).status).toBe(200);
});

test('only hashes of token and code are stored', async () => {
  const { token, code } = await requestLink('hash@example.org');
  const rows = await api.database.db.selectFrom('email_tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
});

test('parallel redemptions of one link make one session', async () => {
  await insertUser(api.database.db, {
    username: 'fifty',
    email: 'fifty@example.org',
    passwordHash: 'x',
    role: 'free',
  });
  const { token } = await requestLink('fifty@example.org');
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify({ token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const sessions = await api.database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('username', '=', 'fifty')
    .selectAll()
    .execute();
  expect(sessions).toHaveLength(1);
});

test('redeeming signs in the account with the address', async () => {
  await insertUser(api.database.db, {
    username: 'bearer',
    email: 'bearer@example.org',
    passwordHash: 'x',
    role: 'free',
  });
  const { token } = await requestLink('bearer@example.org');
  const client = newClient();
  expect((await verify({ token }, client)).body).toEqual({ email: 'bearer@example.org', signedIn: true });
  expect((await client.get('/api/user')).body).toMatchObject({ username: 'bearer', emailVerified: true });
});

test('a link stays open when the sign-in with it fails', async () => {
  const { db } = api.database;
  const email = 'outage@example.org';
  await insertUser(db, { username: 'outage', email, passwordHash: 'x', role: 'free' });
  const { token } = await requestLink(email);
  // The table that a sign-in writes last.
  await sql`alter table security_events rename to unreachable`.execute(db);
  try {
    expect((await verify({ token })).status).toBe(500);
  } finally {
    await sql`alter table unreachable rename to security_events`.execute(db);
  }
  expect(await verify({ token })).toMatchObject({ status: 200, body: { email, signedIn: true } });
  expect((await verify({ token })).status).toBe(410);
});

test('links per address and sign-ups per caller are limited', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await signUp('limited@example.org')).status);
  expect(statuses).toEqual([201, 200, 200, 200, 429]);
  const caller = newClient();
  for (let n = 0; n < 20; n += 1) await signUp(`spam${n}@example.org`, caller);
  const refused = await signUp('spam-last@example.org', caller);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await signUp('innocent@example.org')).status).toBe(201);
});

test('a cross-site request cannot sign up', async () => {
  const client = newClient();
  const body = { email: 'forged@example.org' };
  const forged: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of forged)
    expect((await client.send('POST', '/api/email-signup', body, headers)).status).toBe(403);
  const form = await client.send('POST', '/api/email-signup', 'email=a@b.co', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(form.status).toBe(415);
  const ours = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  const wrongToken = await client.send('POST', '/api/email-signup', body, { ...ours, 'csrf-token': 'wrong' });
  expect([wrongToken.status, wrongToken.body.code]).toEqual([403, 'stale-csrf-token']);
  expect((await client.send('POST', '/api/email-signup', body, ours)).status).toBe(201);
});

test('only administrators can read the list of sign-ups', async () => {
  for (const reader of [api.visitor(), await api.signedIn('free'), await api.signedIn('subscriber')])
    expect([401, 403]).toContain((await reader.get('/api/email-signups')).status);
  const { body } = await (await api.signedIn('admin')).get('/api/email-signups');
  expect(body[0]).toMatchObject({
    email: expect.any(String),
    source: 'landing',
    hasAccess: expect.any(Boolean),
  });
});

const renew = (token: string, client = newClient()) =>
  client.send('POST', '/api/email-signup/renew', { token });

test('used, expired and replaced links can be renewed for the same address', async () => {
  const used = await requestLink('again@example.org');
  await verify({ token: used.token });
  expect((await renew(used.token)).body).toEqual({ status: 'link-sent' });
  const second = await lastMail('again@example.org');
  expect(second.token).not.toBe(used.token);
  expect((await verify({ token: second.token })).status).toBe(200);

  const replaced = await requestLink('replaced@example.org');
  await signUp('replaced@example.org');
  expect((await renew(replaced.token)).status).toBe(200);

  const expired = await requestLink('expired@example.org');
  advanceClock(15 * 60_000 + 1_000);
  expect((await renew(expired.token)).status).toBe(200);
  expect((await verify({ token: (await lastMail('expired@example.org')).token })).status).toBe(200);
});

test('an unknown link, a revoked address and too many requests get no new link', async () => {
  expect((await renew('made-up')).status).toBe(410);
  const { token } = await requestLink('too-often@example.org');
  expect([(await renew(token)).status, (await renew(token)).status, (await renew(token)).status]).toEqual([
    200, 200, 429,
  ]);
  const revoked = await requestLink('gone@example.org');
  await api.database.db
    .updateTable('email_signups')
    .set({ has_access: false })
    .where('email_key', '=', 'gone@example.org')
    .execute();
  expect((await renew(revoked.token)).status).toBe(403);
});
