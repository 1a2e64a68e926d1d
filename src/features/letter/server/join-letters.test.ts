import { beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import {
  confirmed,
  insertLessons,
  lessonsTo,
  lettersTo,
  MONDAY_AT_7,
  makeDue,
  newJob,
  proveAddress,
} from '#test/letter/letter-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { adoptLetter } from './queries.ts';

const api = setUpApi();

beforeAll(async () => {
  await insertLessons(api);
});

async function round(): Promise<void> {
  await makeDue(api);
  await api.database.db.updateTable('mails').set({ attempts: 1 }).execute();
  await (await newJob(api)).queueDue();
}

test('letters that an account turned on before its proof go on with those of the visitor', async () => {
  const email = 'both@example.org';
  await confirmed(api, someone(api), email);
  await round();
  const [letter] = await lettersTo(api, email);
  const { client } = await registered(api, { email });
  const tomorrow = new Date(Date.now() + DAY).getUTCDay() || 7;
  await client.put('/api/letter', { on: true, day: tomorrow, hour: 12, timeZone: 'UTC' });
  await proveAddress(api, email);
  const { id } = (await client.get('/api/user')).body;
  await adoptLetter(api.database.db, id);
  const { nextAt, ...joined } = (await client.get('/api/letter')).body;
  expect(joined).toMatchObject({ on: true, day: tomorrow, hour: 12, timeZone: 'UTC' });
  expect(Date.parse(nextAt)).toBeGreaterThan(Date.now() + 3 * DAY - MINUTE);
  await round();
  expect(await lessonsTo(api, email)).toEqual(['one', 'two']);
  const token = /#token=([\d]+\.[\w-]+)&do=stop/.exec(letter?.text ?? '')?.[1];
  const stopped = await someone(api).send('POST', '/api/letter/link', { token, action: 'stop' });
  expect(stopped.body).toMatchObject({ on: false });
  expect((await client.get('/api/letter')).body.on).toBe(false);
});

test('a letter that waits to be sent goes to the address that its reader has proven since', async () => {
  const [former, present] = ['former@example.org', 'present@example.org'];
  const { client } = await registered(api, { email: former });
  await proveAddress(api, former);
  await client.put('/api/letter', { ...MONDAY_AT_7, on: true });
  await round();
  expect(await lettersTo(api, former)).toHaveLength(1);
  await client.post('/api/user/email', { email: present, currentPassword: GOOD_PASSWORD });
  const { token } = await lastMailTo(api, present);
  expect((await client.post('/api/user/email/verify', { token })).status).toBe(200);
  expect([await lettersTo(api, former), await lessonsTo(api, present)]).toEqual([[], ['one']]);
  // The former address gets a notice of the change.
  expect((await lastMailTo(api, former)).subject).toContain('email');
});
