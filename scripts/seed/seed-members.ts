import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { countDroplets } from './count-droplets.ts';

interface MembersSize {
  members: number;
  /** Number of favorites, and of partly seen droplets, of each member. */
  rowsEach: number;
}

/** Members per statement. A single statement would block other writers of SQLite for minutes. */
const BATCH = 20_000;
/** Period in which the members signed up, in ms. */
const PAST = 2 * 365 * 86_400_000;

/**
 * Adds members, each with a session, favorites and progress. Every twentieth one pays. The database generates
 * the rows, because this process would need much longer to generate and send them. Nobody can log in as such
 * a member: there is no password, and no token matches the session's hash.
 */
export async function seedMembers(
  db: Db,
  { members, rowsEach }: MembersSize,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const droplets = await countDroplets(db);
  if (rowsEach > droplets)
    throw new Error(`There are ${droplets} droplets, and each member needs ${rowsEach}. Add --droplets.`);
  const run = randomBytes(3).toString('hex');
  const now = Date.now();
  const at = sql`${sql.lit(now - PAST)} + cast(n as bigint) * ${sql.lit(Math.floor(PAST / members))}`;
  const key = sql`${sql.lit(`member-${run}-`)} || n`;
  const address = sql`${key} || '@example.org'`;
  for (let first = 1; first <= members; first += BATCH) {
    const last = Math.min(members, first + BATCH - 1);
    const batch = sql`${series('n', first, last)} join users on users.username_key = ${key}`;
    const perDroplet = sql`${batch} cross join ${series('k', 0, rowsEach - 1)}
      join (select id, row_number() over (order by id) - 1 as number from droplets) as droplet
        on droplet.number = (n * 7 + k) % ${sql.lit(droplets)}`;
    await db.transaction().execute(async (transaction) => {
      const run = (statement: RawBuilder<unknown>) => statement.execute(transaction);
      await run(sql`insert into users (username, username_key, email, email_key, email_verified_at, role,
          subscriber_until, created_at)
        select ${key}, ${key}, ${address}, ${address}, ${at},
          case when n % 20 = 0 then 'subscriber' else 'free' end,
          case when n % 20 = 0 then ${sql.lit(now + PAST)} end, ${at}
        from ${series('n', first, last)}`);
      await run(sql`insert into sessions (id_hash, user_id, created_at, last_seen_at, user_agent)
        select ${key}, users.id, ${at}, ${at}, null from ${batch}`);
      if (rowsEach === 0) return;
      await run(sql`insert into favorites (user_id, item_type, item_id, created_at)
        select users.id, 'droplet', droplet.id, ${at} from ${perDroplet}`);
      await run(sql`insert into progress (user_id, droplet_id, position, furthest, seen_at, at)
        select users.id, droplet.id, 30000, 45000, case when n % 2 = 0 then ${at} end, ${at}
        from ${perDroplet}`);
    });
    onProgress(last, members);
  }
}

/** Returns a table of the numbers from `first` to `last`, in a column with that name. */
const series = (name: string, first: number, last: number): RawBuilder<unknown> =>
  sql`(with recursive numbers(i) as (
    select ${sql.lit(first)} union all select i + 1 from numbers where i < ${sql.lit(last)})
    select i as ${sql.ref(name)} from numbers) as ${sql.ref(`numbers_${name}`)}`;
