import { expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { issueToken, redeemToken } from './email/email-tokens.ts';
import { ACCOUNT_SWEEPS } from './sweep.ts';

/* Lifetimes that began while the clock of the machine ran ahead. */

const api = setUpApi();

async function sweep(): Promise<void> {
  for (const run of Object.values(ACCOUNT_SWEEPS)) await run(api.database.db);
}

/** Runs `work` while the clock of the machine is `ms` ahead. */
async function ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  return work().finally(() => clock.mockRestore());
}

test('a session that began while the clock ran ahead lives no longer than others', async () => {
  const idle = await ahead(300 * DAY, () => api.signedIn('admin'));
  const member = await ahead(300 * DAY, () => api.signedIn('free'));
  await sweep();
  expect((await idle.get('/api/user')).status).toBe(200);
  expect((await ahead(31 * MINUTE, () => idle.get('/api/user'))).status).toBe(401);
  expect((await ahead(6 * DAY, () => member.get('/api/user'))).status).toBe(200);
  await ahead(6 * DAY, sweep);
  expect((await ahead(31 * DAY, () => member.get('/api/user'))).status).toBe(401);
});

test('a link that was mailed while the clock ran ahead opens nothing after its fifteen minutes', async () => {
  const issue = () => issueToken(api.database.db, 'sign-in', 'reader@example.org');
  const redeem = (token: string) => redeemToken(api.database.db, 'sign-in', token);
  const { token } = await ahead(300 * DAY, issue);
  await sweep();
  expect(await ahead(16 * MINUTE, () => redeem(token))).toBeNull();
  const other = await ahead(300 * DAY, issue);
  await sweep();
  expect(await redeem(other.token)).toMatchObject({ emailKey: 'reader@example.org' });
});

test('a sweep changes no session and no link of a clock that is right', async () => {
  const member = await api.signedIn('free');
  await issueToken(api.database.db, 'reset-password', 'reader@example.org');
  const times = async () => [
    await api.database.db.selectFrom('sessions').select(['created_at', 'last_seen_at']).execute(),
    await api.database.db.selectFrom('email_tokens').select(['created_at', 'expires_at']).execute(),
  ];
  await sweep();
  const before = await times();
  await ahead(HOUR, sweep);
  expect(await times()).toEqual(before);
  expect((await member.get('/api/user')).status).toBe(200);
});
