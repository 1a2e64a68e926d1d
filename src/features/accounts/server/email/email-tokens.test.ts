import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Db } from '#platform/database/open.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { insertUser } from '../users.ts';
import {
  addressOfToken,
  issueToken,
  type Purpose,
  peekToken,
  pendingAddress,
  redeemCode,
  redeemToken,
} from './email-tokens.ts';

const EMAIL = 'twice@example.org';
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.deleteFrom('email_tokens').execute());

test.each([0, 1])('of two codes that were asked for at one moment each is right: %i', async (index) => {
  const { db } = database;
  const issued = [await issueToken(db, 'sign-in', EMAIL), await issueToken(db, 'sign-in', EMAIL)];
  // Emulates PostgreSQL, where neither of two transactions sees the other's link.
  await db
    .updateTable('email_tokens')
    .set({ expires_at: Date.now() + 60_000 })
    .execute();
  expect(await redeemCode(db, 'sign-in', EMAIL, issued[index]?.code ?? '')).toEqual({
    emailKey: EMAIL,
    userId: null,
  });
});

const PURPOSES: Purpose[] = ['sign-in', 'reset-password', 'verify-email', 'letter'];

test.each(PURPOSES)('a proof for %s proves nothing else', async (purpose) => {
  const { db } = database;
  const { token, code } = await issueToken(db, purpose, EMAIL);
  for (const other of PURPOSES.filter((each) => each !== purpose)) {
    expect(await peekToken(db, other, token)).toBeNull();
    expect(await addressOfToken(db, other, token)).toBeNull();
    expect(await redeemToken(db, other, token)).toBeNull();
    expect(await redeemCode(db, other, EMAIL, code)).toBeNull();
  }
  expect(await redeemToken(db, purpose, token)).toMatchObject({ emailKey: EMAIL });
});

test('a code of one account proves nothing for another', async () => {
  const { db } = database;
  const [owner, stranger] = [await anAccountIn(db, 'owner'), await anAccountIn(db, 'stranger')];
  const { code } = await issueToken(db, 'verify-email', EMAIL, owner);
  expect(await redeemCode(db, 'verify-email', EMAIL, code, stranger)).toBeNull();
  expect(await redeemCode(db, 'verify-email', EMAIL, code, owner)).toEqual({
    emailKey: EMAIL,
    userId: owner,
  });
});

test('a link to an address without an account ends no link of an account', async () => {
  const { db } = database;
  const { token } = await issueToken(db, 'verify-email', EMAIL, await anAccountIn(db, 'pending'));
  await issueToken(db, 'verify-email', EMAIL);
  expect(await peekToken(db, 'verify-email', token)).not.toBeNull();
});

test('a link that was used or has ended proves nothing, and a new one does not change it', async () => {
  const { db } = database;
  const owner = await anAccountIn(db, 'changing');
  const used = await issueToken(db, 'verify-email', EMAIL, owner);
  await redeemToken(db, 'verify-email', used.token);
  const ended = await issueToken(db, 'verify-email', EMAIL, owner);
  await db
    .updateTable('email_tokens')
    .set({ expires_at: Date.now() - 60_000 })
    .where('used_at', 'is', null)
    .execute();
  for (const { token } of [used, ended]) expect(await peekToken(db, 'verify-email', token)).toBeNull();
  await issueToken(db, 'sign-in', EMAIL, owner);
  expect(await pendingAddress(db, owner)).toBeNull();
  const before = await db.selectFrom('email_tokens').selectAll().orderBy('id').execute();
  expect(before[0]?.expires_at).toBe(used.expiresAt);
  await issueToken(db, 'verify-email', EMAIL, owner);
  expect(await db.selectFrom('email_tokens').selectAll().orderBy('id').limit(3).execute()).toEqual(before);
  expect(await pendingAddress(db, owner)).toBe(EMAIL);
});

test('a wrong code counts for its own address alone', async () => {
  const { db } = database;
  await issueToken(db, 'sign-in', EMAIL);
  await issueToken(db, 'sign-in', 'other@example.org');
  expect(await redeemCode(db, 'sign-in', EMAIL, 'wrong')).toBeNull();
  const rows = await db.selectFrom('email_tokens').select('code_attempts').orderBy('id').execute();
  expect(rows.map(({ code_attempts }) => code_attempts)).toEqual([1, 0]);
});

const anAccountIn = async (db: Db, username: string): Promise<number> =>
  (await insertUser(db, { username, email: null, passwordHash: '', role: 'free' })).id;
