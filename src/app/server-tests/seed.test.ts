import { beforeEach, expect, test } from 'vitest';
import { dayOf, oldestKept } from '#features/analytics/shared/usage-days.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { openDatabases } from '#test/database/open-databases.ts';
import { seedCatalogue } from '../../../scripts/seed/seed-catalogue.ts';
import { seedCounts } from '../../../scripts/seed/seed-counts.ts';
import { seedMembers } from '../../../scripts/seed/seed-members.ts';

/* Rows that `npm run seed` adds for scale work. */

const { open, newUrl } = openDatabases();

let db: Db;
beforeEach(async () => {
  ({ db } = await open(await newUrl()));
  await migrate(db);
  await seedCatalogue(db, { oceans: 1, waves: 2, droplets: 12 });
});

async function countOf(table: keyof Tables): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

test('seeded members have a session, favorites and progress; a second seed adds others', async () => {
  await seedMembers(db, { members: 40, rowsEach: 3 });
  await seedMembers(db, { members: 2, rowsEach: 12 });
  expect(await countOf('users')).toBe(42);
  expect(await countOf('sessions')).toBe(42);
  expect(await countOf('favorites')).toBe(40 * 3 + 2 * 12);
  expect(await countOf('progress')).toBe(40 * 3 + 2 * 12);
  const users = await db.selectFrom('users').select(['password_hash', 'role', 'email_verified_at']).execute();
  expect(users.filter(({ role }) => role === 'subscriber')).toHaveLength(2);
  // No person can log in as one of them.
  expect(users.every(({ password_hash }) => password_hash === null)).toBe(true);
  const hashes = await db.selectFrom('sessions').select('id_hash').execute();
  expect(hashes.every(({ id_hash }) => id_hash.startsWith('member-'))).toBe(true);
});

test('seeding members who need more droplets than exist fails before the first row', async () => {
  await expect(seedMembers(db, { members: 1, rowsEach: 13 })).rejects.toThrow(
    'There are 12 droplets, and each member needs 13. Add --droplets.',
  );
  expect(await countOf('users')).toBe(0);
});

test('seeded counts fill the newest days, in the given number', async () => {
  await seedCounts(db, 100);
  expect(await countOf('usage_counts')).toBe(100);
  const { oldest } = await db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.min('day').as('oldest'))
    .executeTakeFirstOrThrow();
  expect(oldest).toBe(dayOf(Date.now()) - 1);
});

test('counts for more days than are stored are refused', async () => {
  const today = dayOf(Date.now());
  const most = (today - oldestKept(today) + 1) * 5 * 12;
  await expect(seedCounts(db, most + 1)).rejects.toThrow(
    `The droplets there are have ${most} counts in 25 months at most. Add --droplets.`,
  );
  expect(await countOf('usage_counts')).toBe(0);
});
