import type { Db } from '#platform/database/open.ts';
import { startOf } from '../../shared/usage-days.ts';
import type { Span } from './period.ts';

export interface People {
  signups: number;
  members: number;
  payers: number;
}

/** Counts the addresses, accounts and subscriptions that began in a period, without administrators. */
export async function countPeople(db: Db, { from, to }: Span): Promise<People> {
  const first = startOf(from);
  const end = startOf(to + 1);
  const [signups, members, payers] = await Promise.all([
    db
      .selectFrom('email_signups')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('created_at', '>=', first)
      .where('created_at', '<', end)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('created_at', '>=', first)
      .where('created_at', '<', end)
      .where('role', '!=', 'admin')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('activated_at', '>=', first)
      .where('activated_at', '<', end)
      .executeTakeFirstOrThrow(),
  ]);
  return { signups: signups.n, members: members.n, payers: payers.n };
}
