import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { PeopleCounts } from '../../contract/schemas.ts';
import { accountIs, IS_LOCKED, IS_OWN_PERSON } from './person-rows.ts';

/** Counts persons by state. It reads every row, so the list does not wait for it. */
export async function countPeople(db: Db): Promise<PeopleCounts> {
  const now = Date.now();
  const count = (condition: ReturnType<typeof accountIs>) =>
    sql<number>`count(case when ${condition} then 1 end)`;
  const accounts = await db
    .selectFrom('users as account')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      count(accountIs('paying', now)).as('paying'),
      count(sql`${IS_LOCKED}`).as('locked'),
    ])
    .executeTakeFirstOrThrow();
  const signups = await db
    .selectFrom('email_signups as signup')
    .select((eb) => [eb.fn.countAll<number>().as('all'), count(sql`signup.has_access = false`).as('revoked')])
    .where(IS_OWN_PERSON)
    .executeTakeFirstOrThrow();
  const [all, paying, locked] = [accounts.all, accounts.paying, accounts.locked].map(Number) as [
    number,
    number,
    number,
  ];
  const revoked = Number(signups.revoked);
  return {
    all: all + Number(signups.all),
    paying,
    free: all - paying - locked,
    'email-only': Number(signups.all) - revoked,
    revoked: locked + revoked,
  };
}
