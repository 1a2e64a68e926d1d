import { beforeAll, expect, test } from 'vitest';
import { registered } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Gifts of administrators to a person, and changes of the account. */

const YEAR = 365 * 24 * 60 * 60_000;

const api = setUpApi();

let ada: SignedInClient;
let maren: SignedInClient;

beforeAll(async () => {
  ada = await api.signedIn('admin', { username: 'ada' });
  maren = await api.signedIn('admin', { username: 'maren' });
});

const pathOf = ({ user }: { user: { id: number } }) => `/api/people/account/${user.id}`;
const person = async (path: string) => (await ada.get(path)).body;
const roleOf = async (client: SignedInClient) => (await client.get('/api/user')).body.role;
const gift = (more: object = {}) => ({
  endsAt: new Date(Date.now() + YEAR).toISOString(),
  reason: 'Helped with the first recordings',
  lastChange: 0,
  ...more,
});
const doneOf = async (path: string) =>
  (await person(path)).changes.map((entry: { details: { done: string } }) => entry.details.done);

test('access is granted once for many presses, withdrawn and given back, each in the log', async () => {
  const member = await api.signedIn('free');
  const path = pathOf(member);
  const body = gift();
  const answers = [await ada.post(`${path}/grants`, body), await ada.post(`${path}/grants`, body)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await roleOf(member)).toBe('subscriber');
  expect(await person(path)).toMatchObject({
    state: 'granted',
    grantedUntil: body.endsAt,
    grants: [{ reason: body.reason, grantedBy: 'ada', source: 'owner', withdrawnAt: null }],
  });
  const grant = `${path}/grants/${answers[0]?.body.id}`;
  for (const isWithdrawn of [true, true, false]) {
    expect((await ada.patch(grant, { isWithdrawn, lastChange: 0 })).status).toBe(204);
    expect(await roleOf(member)).toBe(isWithdrawn ? 'free' : 'subscriber');
  }
  expect(await doneOf(path)).toEqual(['grant-restored', 'grant-withdrawn', 'access-granted']);
  await ada.patch(grant, { isWithdrawn: true, lastChange: 0 });
  const again = await ada.post(`${path}/grants`, body);
  expect(again.body.id).not.toBe(answers[0]?.body.id);
  expect(await roleOf(member)).toBe('subscriber');
});

test('two presses at one moment make one grant', async () => {
  const path = pathOf(await api.signedIn('free'));
  const body = gift();
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(`${path}/grants`, body)));
  expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
  expect((await person(path)).grants.length).toBe(1);
});

test.each([
  ['yesterday', { endsAt: '2020-01-01T00:00:00Z' }, 'endsAt', 'Choose a day that has not ended yet'],
  ['a day far away', { endsAt: '9999-01-01T00:00:00Z' }, 'endsAt', 'Choose a day in the next 100 years'],
  ['no day', { endsAt: '' }, 'endsAt', 'Choose a day'],
  ['no reason', { reason: '  ' }, 'reason', 'Write a reason'],
  ['a long reason', { reason: 'a'.repeat(201) }, 'reason', 'Use at most 200 characters'],
])('%s is refused beside its field', async (_, given, path, message) => {
  const member = await api.signedIn('free');
  const answer = await ada.post(`${pathOf(member)}/grants`, gift(given));
  expect([answer.status, answer.body.issues]).toEqual([400, [{ path, message }]]);
  expect(await roleOf(member)).toBe('free');
});

test('a grant of another person is not found', async () => {
  const [one, other] = [await api.signedIn('free'), await api.signedIn('free')];
  const { body } = await ada.post(`${pathOf(one)}/grants`, gift());
  const answer = await ada.patch(`${pathOf(other)}/grants/${body.id}`, { isWithdrawn: true, lastChange: 0 });
  expect([answer.status, await roleOf(one)]).toEqual([404, 'subscriber']);
});

test('a page that does not show another administrator’s change grants and changes nothing', async () => {
  const member = await api.signedIn('free', { username: 'Stale One' });
  const path = pathOf(member);
  await maren.post(`${path}/grants`, gift());
  const [grant] = (await person(path)).grants;
  const message = 'maren changed this a moment ago. Look again before you go on.';
  const stale = { status: 409, body: { code: 'edit-conflict', message } };
  expect(await ada.post(`${path}/grants`, gift({ reason: 'Another' }))).toMatchObject(stale);
  const withdrawal = { isWithdrawn: true, lastChange: 0 };
  expect(await ada.patch(`${path}/grants/${grant.id}`, withdrawal)).toMatchObject(stale);
  expect(await ada.patch(path, { name: 'Somebody', lastChange: 0 })).toMatchObject(stale);
  expect(await person(path)).toMatchObject({ name: 'Stale One', state: 'granted' });
});

test('a grant for somebody without an account waits, is listed, and can be withdrawn', async () => {
  await api.visitor('192.0.2.7').send('POST', '/api/email-signup', { email: 'waits@example.org' });
  const [found] = (await ada.get('/api/people?search=waits@')).body;
  const path = `/api/people/signup/${found.id}`;
  const { body } = await ada.post(`${path}/grants`, gift());
  expect(await person(path)).toMatchObject({ state: 'email-only', grants: [{ isWaiting: true }] });
  const [listed] = (await ada.get('/api/people?search=waits@')).body;
  expect(listed.grantedUntil).not.toBeNull();
  const csv = (await ada.get('/api/people.csv?search=waits@')).text.split('\r\n');
  expect(csv[0]).toMatch(/,paidUntil,grantedUntil$/);
  expect(csv[1]).toContain(listed.grantedUntil);
  await ada.patch(`${path}/grants/${body.id}`, { isWithdrawn: true, lastChange: 0 });
  expect((await ada.get('/api/people?search=waits@')).body[0].grantedUntil).toBeNull();
});

test('an account is renamed, with both names in the log, and logs in with the new one', async () => {
  const { user, username, password, client } = await registered(api);
  const path = pathOf({ user });
  for (let presses = 0; presses < 2; presses += 1)
    expect((await ada.patch(path, { name: 'Temi Bright', lastChange: 0 })).status).toBe(204);
  const { changes, name } = await person(path);
  expect([name, changes.length]).toEqual(['Temi Bright', 1]);
  expect(changes[0]).toMatchObject({ title: 'Temi Bright', details: { done: 'renamed', from: username } });
  await client.post('/api/logout');
  const login = await client.send('POST', '/api/login', { username: 'temi bright', password });
  expect(login.status).toBe(200);
  const erased = await ada.delete(path, { confirmation: (await person(path)).email, lastChange: 0 });
  expect(erased.status).toBe(204);
  expect((await ada.get('/api/audit-log')).text).not.toContain(username);
});

test('a name that is taken, too short, or looks like an administrator’s is refused', async () => {
  const member = await api.signedIn('free', { username: 'unchanged' });
  await api.signedIn('free', { username: 'Taken' });
  const rename = (name: string) => ada.patch(pathOf(member), { name, lastChange: 0 });
  expect(await rename('tAKEN')).toMatchObject({ status: 409, body: { code: 'username-taken' } });
  expect((await rename('аdа')).status).toBe(409);
  expect((await rename('ab')).status).toBe(400);
  expect((await rename('Unchanged')).status).toBe(204);
  expect((await person(pathOf(member))).name).toBe('Unchanged');
});

test('an address is confirmed for its owner, and what waits for it comes with it', async () => {
  const { user, email, client } = await registered(api);
  await client.send('POST', '/api/email-signup', { email });
  const path = pathOf({ user });
  const [signup] = (await ada.get(`/api/people?search=${email}&state=email-only`)).body;
  await ada.post(`/api/people/signup/${signup.id}/grants`, gift());
  const wrong = { confirmedEmail: 'other@example.org', lastChange: 0 };
  expect((await ada.patch(path, wrong)).status).toBe(409);
  for (let presses = 0; presses < 2; presses += 1)
    expect((await ada.patch(path, { confirmedEmail: email, lastChange: 0 })).status).toBe(204);
  expect(await person(path)).toMatchObject({ emailProven: true, state: 'granted', signup: { email } });
  // After verification the audit entries of the address's sign-up belong to the person.
  expect(await doneOf(path)).toEqual(['email-confirmed', 'access-granted']);
});
