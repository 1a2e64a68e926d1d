import { sql } from 'kysely';
import { hasStaffRole } from '#features/accounts/server/session/roles.ts';
import type { Db } from '#platform/database/open.ts';
import type { PeopleCounts } from '../../contract/schemas.ts';

/**
 * Counts persons by state. It reads every row, so the list loads without it. Its rules match `accountIs` and
 * `IS_OWN_PERSON`, but as joins, because a lookup per row would take several times as long.
 */
export async function countPeople(db: Db): Promise<PeopleCounts> {
  const now = Date.now();
  const pays = sql`role = 'subscriber' and coalesce(subscriber_until, 0) > ${now}`;
  const isGranted = sql`not (${pays}) and role <> 'admin' and coalesce(granted_until, 0) > ${now}`;
  const isOtherStaff = sql`${hasStaffRole('any', 'users')} and not (${pays}) and not (${isGranted})`;
  const states = sql`count(*) as "all", count(case when ${pays} then 1 end) as paying,
    count(case when ${isGranted} then 1 end) as granted,
    count(case when ${isOtherStaff} then 1 end) as staff`;
  const accounts = await one(db)`
    select ${states} from users`;
  const locked = await one(db)`
    select ${states} from users
    where id in (
      select id from users where disabled_at is not null
      union
      select users.id from email_signups
      inner join users on users.email_key = email_signups.email_key
      where email_signups.has_access = false and users.role <> 'admin')`;
  const signups = await one(db)`
    select count(*) as "all", count(case when has_access = false then 1 end) as revoked from email_signups`;
  const joined = await one(db)`
    select count(*) as "all", count(case when email_signups.has_access = false then 1 end) as revoked
    from email_signups
    inner join users on users.email_key = email_signups.email_key
    where users.email_verified_at is not null`;
  const emailOnly = signups.all - joined.all;
  const revoked = signups.revoked - joined.revoked;
  const paying = accounts.paying - locked.paying;
  const granted = accounts.granted - locked.granted;
  const staff = accounts.staff - locked.staff;
  return {
    all: accounts.all + emailOnly,
    paying,
    granted,
    free: accounts.all - locked.all - paying - granted - staff,
    staff,
    'email-only': emailOnly - revoked,
    revoked: locked.all + revoked,
  };
}

type Numbers = Record<'all' | 'paying' | 'granted' | 'staff' | 'revoked', number>;

/** Reads one row of numbers. */
const one =
  (db: Db) =>
  async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Numbers> => {
    const { rows } = await sql<Record<string, number>>(parts, ...values).execute(db);
    return Object.fromEntries(
      Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]),
    ) as Numbers;
  };
