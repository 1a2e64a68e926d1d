import { expect, test } from 'vitest';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { Answer } from '#test/test-api.ts';

/*
 * Every way to enter sets the cookie from the server, because Safari deletes cookies of scripts after 7 days.
 */

const YEAR = 365 * 24 * 60 * 60;

const api = setUpApi();

function expectEntry({ headers }: Answer): void {
  const cookies = [headers['set-cookie'] ?? []].flat();
  const entry = cookies.find((cookie) => cookie.startsWith(`${ENTERED_COOKIE}=`));
  expect(entry).toContain(`Max-Age=${YEAR}`);
  expect(entry).toContain('Path=/');
}

test('a new address enters', async () => {
  expectEntry(await someone(api).send('POST', '/api/email-signup', { email: 'new@example.org' }));
});

test('a returning address enters by its link', async () => {
  const email = 'back@example.org';
  for (let time = 0; time < 2; time += 1) await someone(api).send('POST', '/api/email-signup', { email });
  const { token } = await lastMailTo(api, email);
  expectEntry(await someone(api).send('POST', '/api/email-signup/verify', { token }));
});

test('a member enters by registering and by logging in', async () => {
  const account = { username: 'harbor', email: 'harbor@example.org', password: GOOD_PASSWORD };
  expectEntry(await someone(api).send('POST', '/api/register', { ...account, role: 'free' }));
  const { username } = await registered(api);
  expectEntry(await someone(api).send('POST', '/api/login', { username, password: GOOD_PASSWORD }));
});

test('a browser with a stored address keeps its entry', async () => {
  expectEntry(await someone(api).send('POST', '/api/email-signup/entry', { email: 'new@example.org' }));
});

test('a member without an address enters with the first page', async () => {
  const member = await api.signedIn('free');
  member.cookies.delete(ENTERED_COOKIE);
  expectEntry(await member.get('/api/user'));
});
