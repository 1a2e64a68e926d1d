import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { issueToken, redeemCode } from './email-tokens.ts';

const EMAIL = 'twice@example.org';
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each([0, 1])('of two codes that were asked for at one moment each is right: %i', async (index) => {
  const { db } = database;
  await db.deleteFrom('email_tokens').execute();
  const issued = [await issueToken(db, 'sign-in', EMAIL), await issueToken(db, 'sign-in', EMAIL)];
  // As on PostgreSQL, where neither of two transactions sees the other's link.
  await db
    .updateTable('email_tokens')
    .set({ expires_at: Date.now() + 60_000 })
    .execute();
  expect(await redeemCode(db, 'sign-in', EMAIL, issued[index]?.code ?? '')).toEqual({
    emailKey: EMAIL,
    userId: null,
  });
});
