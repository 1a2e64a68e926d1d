import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rotateKeys } from '#platform/database/secrets.ts';
import { registered, someone } from '#test/account-fixture.ts';
import {
  confirmed,
  insertLessons,
  lessonsTo,
  lettersTo,
  MONDAY_AT_7,
  makeDue,
  newJob,
  proveAddress,
  withLetter,
} from '#test/letter/letter-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { startTestApi } from '#test/test-api.ts';

const api = setUpApi();

beforeAll(async () => {
  await insertLessons(api);
});
beforeEach(async () => {
  await api.database.db.deleteFrom('letters').execute();
  await api.database.db.deleteFrom('mails').execute();
});

/** Makes every letter due and runs the job once. */
async function round(): Promise<number> {
  await makeDue(api);
  // Removes the letters of earlier rounds from the waiting mails.
  await api.database.db.updateTable('mails').set({ attempts: 1 }).execute();
  return (await newJob(api)).queueDue();
}
const tokenIn = (text: string) => /#token=([\d]+\.[\w-]+)&do=stop/.exec(text)?.[1] ?? '';
const act = (token: string, action: string) =>
  someone(api).send('POST', '/api/letter/link', { token, action });

test('letters are off until somebody turns them on, and their next time is the schedule’s', async () => {
  const member = await api.signedIn('free', { email: 'calm@example.org' });
  expect((await member.get('/api/letter')).body).toEqual({
    offered: true,
    on: false,
    day: 1,
    hour: 7,
    timeZone: null,
    rhythm: 'weekly',
    nextAt: null,
  });
  const { status, body } = await member.put('/api/letter', { ...MONDAY_AT_7, timeZone: 'utc', on: true });
  expect({ status, on: body.on, timeZone: body.timeZone }).toEqual({
    status: 200,
    on: true,
    timeZone: 'UTC',
  });
  expect(new Date(body.nextAt).toUTCString()).toMatch(/^Mon, .* 07:00:00 GMT$/);
  expect((await member.get('/api/letter')).body).toEqual(body);
  expect((await member.put('/api/letter', { ...MONDAY_AT_7, on: false })).body.nextAt).toBeNull();
  for (const wrong of [{ day: 0 }, { hour: 24 }, { timeZone: 'Mars/Olympus' }, { timeZone: '+01:00' }])
    expect((await member.put('/api/letter', { ...MONDAY_AT_7, on: true, ...wrong })).status).toBe(400);
  const nameless = await api.signedIn('free');
  expect((await nameless.put('/api/letter', { ...MONDAY_AT_7, on: true })).status).toBe(400);
});

test('every open droplet comes before one comes again, never a draft or closed premium', async () => {
  await withLetter(api, 'free@example.org');
  await withLetter(api, 'payer@example.org', 'subscriber');
  await withLetter(api, 'owner@example.org', 'admin');
  for (let week = 0; week < 5; week += 1) expect(await round()).toBe(3);
  expect(await lessonsTo(api, 'free@example.org')).toEqual(['one', 'two', 'sample', 'one', 'two']);
  for (const email of ['payer@example.org', 'owner@example.org'])
    expect(await lessonsTo(api, email)).toEqual(['one', 'two', 'sample', 'locked', 'one']);
  for (const { text, html } of await lettersTo(api, 'payer@example.org'))
    expect(text + html).not.toContain('secret');
});

test('only a letter that is due is sent, and the next is due after three days or later', async () => {
  const member = await withLetter(api, 'patient@example.org');
  expect(await (await newJob(api)).queueDue()).toBe(0);
  expect(await round()).toBe(1);
  expect(await (await newJob(api)).queueDue()).toBe(0);
  const { nextAt } = (await member.get('/api/letter')).body;
  expect(Date.parse(nextAt) - Date.now()).toBeGreaterThan(3 * 86_400_000 - 60_000);
  // A new schedule causes no second letter right after the first.
  for (let day = 1; day <= 7; day += 1) {
    const { body } = await member.put('/api/letter', { ...MONDAY_AT_7, day, on: true });
    expect(Date.parse(body.nextAt) - Date.now()).toBeGreaterThan(3 * 86_400_000 - 60_000);
  }
});

test('a letter that waits in the queue does not come after a pause or an end', async () => {
  for (const change of [{ on: true, rhythm: 'paused' }, { on: false }]) {
    const email = `queued-${change.on}@example.org`;
    const member = await withLetter(api, email);
    expect(await round()).toBeGreaterThan(0);
    expect(await lettersTo(api, email)).toHaveLength(1);
    expect((await member.put('/api/letter', { ...MONDAY_AT_7, ...change })).status).toBe(200);
    expect(await lettersTo(api, email)).toEqual([]);
  }
});

test('nobody gets a letter whose address is unproven or revoked, or whose account is disabled', async () => {
  const { db } = api.database;
  await api
    .signedIn('free', { email: 'unproven@example.org' })
    .then((member) => member.put('/api/letter', { ...MONDAY_AT_7, on: true }));
  const disabled = await withLetter(api, 'disabled@example.org');
  // Letters that the address had before the account.
  await confirmed(api, someone(api), 'closed@example.org');
  const closed = await api.signedIn('free', { email: 'closed@example.org' });
  for (const { user } of [disabled, closed])
    await db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute();
  const signup = { source: 'landing', has_access: false, created_at: 1 };
  for (const email of ['revoked@example.org', 'visitor@example.org'])
    await db
      .insertInto('email_signups')
      .values({ ...signup, email, email_key: email, has_access: true })
      .execute();
  await withLetter(api, 'revoked@example.org');
  await confirmed(api, someone(api), 'visitor@example.org');
  await db.updateTable('email_signups').set({ has_access: false }).execute();
  // A reader whose access is not revoked.
  await withLetter(api, 'other@example.org');
  expect(await round()).toBe(1);
  expect(await lessonsTo(api, 'other@example.org')).toEqual(['one']);
  await proveAddress(api, 'unproven@example.org');
  await db.updateTable('email_signups').set({ has_access: true }).execute();
  await round();
  expect(await lessonsTo(api, 'unproven@example.org')).toEqual(['one']);
  expect(await lessonsTo(api, 'revoked@example.org')).toEqual(['one']);
  expect(await lessonsTo(api, 'visitor@example.org')).toEqual(['one']);
  for (const none of ['disabled', 'closed']) expect(await lessonsTo(api, `${none}@example.org`)).toEqual([]);
});

test('without an account a letter begins with the link that was mailed, once', async () => {
  const client = someone(api);
  const email = 'new@example.org';
  expect((await client.send('POST', '/api/letter/ask', { ...MONDAY_AT_7, email })).body).toEqual({
    status: 'link-sent',
  });
  expect(await round()).toBe(0);
  const { status, body } = await confirmed(api, client, email);
  expect({ status, on: body.on }).toEqual({ status: 200, on: true });
  const first = await api.database.db.selectFrom('mails').select('text').executeTakeFirstOrThrow();
  const used = /#token=([\w-]+)/.exec(first.text)?.[1];
  expect((await client.send('POST', '/api/letter/confirm', { ...MONDAY_AT_7, token: used })).status).toBe(
    410,
  );
  expect(await round()).toBe(1);
  expect(await lessonsTo(api, email)).toEqual(['one']);
});

test('a revoked address gets no question, and the answer does not tell', async () => {
  const email = 'gone@example.org';
  await confirmed(api, someone(api), email);
  await api.database.db.updateTable('email_signups').set({ has_access: false }).execute();
  await api.database.db.deleteFrom('mails').execute();
  const answer = await someone(api).send('POST', '/api/letter/ask', { ...MONDAY_AT_7, email });
  expect(answer.body).toEqual({ status: 'link-sent' });
  expect(await api.database.db.selectFrom('mails').select('id').execute()).toEqual([]);
  await api.database.db.updateTable('email_signups').set({ has_access: true }).execute();
});

test('questions to one mailbox are limited per day', async () => {
  const ask = (email: string) => someone(api).send('POST', '/api/letter/ask', { ...MONDAY_AT_7, email });
  for (const email of ['many@example.org', 'MANY@example.org', 'many+a@example.org'])
    expect((await ask(email)).status).toBe(200);
  expect((await ask('many+b@example.org')).status).toBe(429);
});

test('a visitor’s letters go over to the account that proves the address; nobody gets two', async () => {
  const email = 'grows@example.org';
  await confirmed(api, someone(api), email);
  await round();
  const { client } = await registered(api, { email });
  expect((await client.get('/api/letter')).body.on).toBe(false);
  const mail = await api.database.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await client.post('/api/user/email/verify', { token: /#token=([\w-]+)/.exec(mail.text)?.[1] });
  expect((await client.get('/api/letter')).body.on).toBe(true);
  await confirmed(api, someone(api), email);
  expect(await api.database.db.selectFrom('letters').select('id').execute()).toHaveLength(1);
  await round();
  expect(await lessonsTo(api, email)).toEqual(['one', 'two']);
});

test('stop, pause and monthly each take one press without a session, and start takes it back', async () => {
  const member = await withLetter(api, 'presses@example.org');
  await round();
  const [letter] = await lettersTo(api, 'presses@example.org');
  const token = tokenIn(letter?.text ?? '');
  const monthly = (await act(token, 'monthly')).body;
  expect(monthly).toMatchObject({ on: true, rhythm: 'monthly' });
  const paused = (await act(token, 'pause')).body;
  expect(paused.rhythm).toBe('paused');
  expect(Date.parse(paused.nextAt) - Date.now()).toBeGreaterThan(28 * 86_400_000 - 60_000);
  // A second press does not extend the pause.
  const soon = Date.now() + 86_400_000;
  await api.database.db.updateTable('letters').set({ paused_until: soon }).execute();
  await act(token, 'pause');
  const ends = await api.database.db.selectFrom('letters').select('paused_until').execute();
  expect(ends).toEqual([{ paused_until: soon }]);
  expect((await act(token, 'stop')).body).toMatchObject({ on: false, nextAt: null });
  // The queued letter is withdrawn.
  expect(await lettersTo(api, 'presses@example.org')).toEqual([]);
  expect(await round()).toBe(0);
  // The link of an older letter cannot restart letters.
  for (const action of ['pause', 'monthly'] as const)
    expect((await act(token, action)).body).toMatchObject({ on: false, nextAt: null });
  expect((await act(token, 'start')).body).toMatchObject({ on: true, rhythm: 'monthly' });
  expect((await member.get('/api/letter')).body.on).toBe(true);
});

test('opening a link changes nothing; a mail program stops the letters with one POST of a form', async () => {
  await withLetter(api, 'one-click@example.org');
  await round();
  const [letter] = await lettersTo(api, 'one-click@example.org');
  const headers = JSON.parse(letter?.headers ?? '{}');
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe'])?.[1] ?? '');
  const path = url.pathname + url.search;
  const opened = await someone(api).get(path);
  expect(opened.status).toBe(303);
  expect(opened.headers.location).toMatch(/^\/letter\/link#token=.+&do=stop$/);
  const isOn = async () =>
    (await api.database.db.selectFrom('letters').select('next_at').executeTakeFirstOrThrow()).next_at !==
    null;
  expect(await isOn()).toBe(true);
  const form = await api.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(form.statusCode).toBe(204);
  expect(await isOn()).toBe(false);
});

test('with the letter turned off by the owner nobody can ask for it, and stopping still works', async () => {
  const admin = await api.signedIn('admin');
  await withLetter(api, 'waits@example.org');
  await round();
  const token = tokenIn((await lettersTo(api, 'waits@example.org'))[0]?.text ?? '');
  const setting = { key: 'letter.offered', value: 'off', category: 'general' };
  expect((await admin.post('/api/settings', { ...setting, value: 'perhaps' })).status).toBe(400);
  await admin.post('/api/settings', setting);
  expect(await round()).toBe(0);
  const ask = { ...MONDAY_AT_7, email: 'late@example.org' };
  expect((await someone(api).send('POST', '/api/letter/ask', ask)).status).toBe(404);
  expect((await act(token, 'stop')).body).toMatchObject({ offered: false, on: false });
  await admin.delete('/api/settings/letter.offered');
});

test('letters are in one’s own data, and go with the account and with the sign-up', async () => {
  const member = await withLetter(api, 'takes@example.org');
  await confirmed(api, someone(api), 'erased@example.org');
  await round();
  expect((await member.get('/api/user/data')).body.letter).toMatchObject({
    day: 1,
    hour: 7,
    timeZone: 'Europe/Berlin',
    frequency: 'weekly',
    sent: [{ dropletId: 1 }],
  });
  const { db } = api.database;
  await db.deleteFrom('users').where('id', '=', member.user.id).execute();
  const admin = await api.signedIn('admin');
  const list = (await admin.get('/api/email-signups')).body as { id: number; email: string }[];
  const signup = list.find(({ email }) => email === 'erased@example.org');
  expect((await admin.delete(`/api/email-signups/${signup?.id}`)).status).toBe(204);
  expect(await db.selectFrom('letters').select('id').execute()).toEqual([]);
  expect(await lettersTo(api, 'erased@example.org')).toEqual([]);
});

// This test is the last, because the program keeps the keys loaded at its start.
test('a token of another letter or a made-up one does nothing; a rotated key counts once', async () => {
  await withLetter(api, 'signed@example.org');
  await round();
  const token = tokenIn((await lettersTo(api, 'signed@example.org'))[0]?.text ?? '');
  const [id = '', signature = ''] = token.split('.');
  for (const wrong of [`${Number(id) + 1}.${signature}`, `${token.slice(0, -2)}AA`, signature, `${token}A`])
    expect((await act(wrong, 'stop')).status, wrong).toBe(410);
  await rotateKeys(api.database.db);
  const restarted = await startTestApi({ database: api.database });
  const press = (action: string) =>
    restarted.visitor('10.9.9.9').send('POST', '/api/letter/link', { token, action });
  expect((await press('monthly')).status).toBe(200);
  await restarted.app.close();
});
