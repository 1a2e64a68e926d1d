import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { someone } from '#test/account-fixture.ts';
import { startTestApi } from '#test/test-api.ts';
import { RuledPassword } from '../../contract/form-schemas.ts';
import { isWeakPassword } from './weak-passwords.ts';

const NOBODY = {};
const capital = (word: string) => word.replace(/^[a-z]/, (letter) => letter.toUpperCase());

test('common passwords that satisfy the password rule are weak', async () => {
  const common = [...dictionary['passwords-common']]
    .map(capital)
    .filter((word) => word.length < 20 && RuledPassword.safeParse(word).success)
    // A sample of the thousands, because each estimate takes milliseconds.
    .filter((_, index) => index % 50 === 0);
  expect(common.length).toBeGreaterThan(60);
  const strong: string[] = [];
  for (const word of common) if (!(await isWeakPassword(word, NOBODY))) strong.push(word);
  expect(strong).toEqual([]);
});

test.each(['Stillwater1', 'Q2w3e4r5', 'Passw0rd1', 'Sommer2024', 'Michael1985', 'Zaq12wsx', 'Abcdefg1'])(
  '%s is weak',
  async (password) => {
    expect(await isWeakPassword(password, NOBODY)).toBe(true);
  },
);

test('a password made of the owner’s name or address is weak', async () => {
  const owner = { username: 'marenhalvorsen', email: 'Tidewaiter@quayside.example' };
  for (const password of ['Marenhalvorsen1', 'Tidewaiter1', 'Tidewaiter@Quayside.example'])
    expect(await isWeakPassword(password, owner), password).toBe(true);
  expect(await isWeakPassword('Tidewaiter1x', NOBODY)).toBe(false);
});

test.each([
  'Xk9vQz2m',
  'Quiet-Harbour-27',
  'the quick brown fox jumps over 1 Dog',
  // Long passphrases are never refused, whatever their words.
  'Password password 1 password',
  `Aa1${'a'.repeat(125)}`,
])('%s is accepted', async (password) => {
  expect(RuledPassword.safeParse(password).success).toBe(true);
  expect(await isWeakPassword(password, NOBODY)).toBe(false);
});

test('while a password is chosen the server says whether it is easy to guess', async () => {
  const api = await startTestApi();
  const check = async (body: object) =>
    (await someone(api).send('POST', '/api/password/check', body)).body.guessable;
  expect(await check({ password: 'Stillwater1' })).toBe(true);
  expect(await check({ password: 'Marenhalvorsen1', username: 'marenhalvorsen', email: '' })).toBe(true);
  expect(await check({ password: 'Quiet-Harbour-27', username: 'maren', email: 'a@b.co' })).toBe(false);
  const caller = someone(api);
  const statuses = new Set<number>();
  for (let number = 0; number < 151; number += 1)
    statuses.add((await caller.send('POST', '/api/password/check', { password: '' })).status);
  expect([...statuses]).toEqual([200, 429]);
  await api.stop();
});
