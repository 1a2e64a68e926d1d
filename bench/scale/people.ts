import { sql } from 'kysely';
import type { Database } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { Options } from '../groups.ts';
import type { Table } from '../report/table.ts';
import { compareSizes, type Question } from './owner-screens.ts';

/* Measures the owner's screens of persons and subscriptions. */

const MANY = 100_000;
const FEW = 1_000;
/** Limit by the requirement: 1.5 times as long. */
const FLAT = { atMost: 1.5 };

const states = ['paying', 'granted', 'free', 'staff', 'email-only', 'revoked'];
const orders = ['seen', 'since', 'name'];

const questions: Question[] = [
  { name: 'the page `/admin/users`', path: () => '/admin/users', limit: FLAT },
  { name: 'a person’s page', path: (n) => `/admin/users/${n / 2}`, limit: FLAT },
  ...orders.flatMap((order) => [
    { name: `everyone, by ${order}`, path: () => `/api/people?order=${order}`, limit: FLAT },
    ...states.map((state) => ({
      name: `${state}, by ${order}`,
      path: () => `/api/people?order=${order}&state=${state}`,
      limit: FLAT,
    })),
  ]),
  {
    name: 'everyone by since, from the middle',
    path: (n) => `/api/people?order=since&cursor=0.account.${n / 2}.${instantOf(n / 2, n)}`,
    limit: FLAT,
  },
  { name: 'the page `/admin/subscriptions`', path: () => '/admin/subscriptions', limit: FLAT },
  { name: 'a subscription’s page', path: (n) => `/admin/subscriptions/${n / 2}`, limit: FLAT },
  ...['next', 'newest'].flatMap((order) =>
    ['active', 'failed', 'canceled', 'ended'].map((state) => ({
      name: `${state} subscriptions, ${order} first`,
      path: () => `/api/subscriptions?order=${order}&state=${state}`,
      limit: FLAT,
    })),
  ),
  { name: 'totals of subscriptions', path: () => '/api/subscriptions/totals', limit: FLAT },
  // These questions read every row. The page does not wait for them.
  { name: 'a search for one subscription', path: (n) => `/api/subscriptions?search=person-${n / 2}@` },
  { name: 'a search that finds one', path: (n) => `/api/people?search=person-${n / 2}@` },
  { name: 'a search that finds nobody', path: () => '/api/people?search=nobody-at-all' },
  { name: 'the counts', path: () => '/api/people/counts' },
];

/** Returns the creation time of account `id`, in epoch ms. Both sizes cover the same period. */
const instantOf = (id: number, persons: number) =>
  1_700_000_000_000 + Math.floor(id * (DAY * (1000 / persons)));

/**
 * Inserts persons: 8 of 10 are accounts, mostly created from a sign-up, and the others are sign-ups alone.
 * Half of the accounts pay, every ninth has granted access, and there are as many subscriptions as persons.
 * One of 100 sign-ups is revoked, and 3 of 10 accounts have sessions.
 */
async function fill({ db, engine }: Database, persons: number): Promise<void> {
  const now = Date.now();
  const accounts = sql.lit(persons * 0.8);
  const series = (first: number, last: number) =>
    sql`with recursive series(n) as (
      select ${sql.lit(first)} union all select n + 1 from series where n < ${sql.lit(last)})`;
  const at = sql`1700000000000 + cast(n as bigint) * ${sql.lit(DAY * (1000 / persons))}`;
  const yes = sql.raw(engine === 'postgres' ? 'true' : '1');
  const no = sql.raw(engine === 'postgres' ? 'false' : '0');
  await sql`insert into users (username, username_key, email, email_key, email_verified_at, role,
      subscriber_until, granted_until, created_at)
    ${series(1, persons * 0.8)}
    select 'Person ' || n, 'person ' || n, 'person-' || n || '@example.org', 'person-' || n || '@example.org',
      case when n % 10 = 0 then null else ${at} end,
      case when n % 2 = 0 then 'subscriber' else 'free' end,
      case when n % 2 = 0 then ${sql.lit(now + 30 * DAY)} end,
      case when n % 9 = 0 then ${sql.lit(now + 365 * DAY)} end, ${at} from series`.execute(db);
  await sql`insert into access_grants (user_id, starts_at, ends_at, reason, source, created_at)
    ${series(1, persons * 0.8)}
    select n, ${at}, ${sql.lit(now + 365 * DAY)}, 'A prize', 'owner', ${at} from series
    where n % 9 = 0`.execute(db);
  await sql`insert into email_signups (email, email_key, source, has_access, created_at)
    ${series(1, persons)}
    select 'person-' || n || '@example.org', 'person-' || n || '@example.org', 'landing',
      case when n % 100 = 3 then ${no} else ${yes} end, ${at} from series
    where n % 4 <> 1 or n > ${accounts}`.execute(db);
  await sql`insert into sessions (id_hash, user_id, created_at, last_seen_at, user_agent)
    ${series(1, persons * 0.8)}
    select 'hash-' || n, n, ${at}, ${sql.lit(now - DAY)} + n % 9973 * 1000, null from series
    where n % 10 in (1, 4, 7)`.execute(db);
  await sql`insert into subscriptions (reference, provider, provider_id, user_id, status, activated_at,
      paid_through, access_until, created_at, updated_at)
    ${series(1, persons)}
    select 'ref-' || n, 'sandbox', 'I-' || n, 1 + n % ${accounts},
      case when n % 20 = 1 then 'past_due' when n % 20 = 3 then 'cancelled'
        when n % 2 = 0 then 'active' else 'expired' end,
      ${at}, ${sql.lit(now + 30 * DAY)}, ${sql.lit(now + 30 * DAY)}, ${at}, ${at} from series`.execute(db);
  await sql`insert into payments (subscription_id, provider, provider_id, status, cents, currency, paid_at)
    select id, 'sandbox', 'P-' || id, 'completed', 2000, 'USD', created_at from subscriptions`.execute(db);
  await sql`insert into mails (recipient, subject, text, html, created_at, attempts, next_attempt_at, sent_at)
    ${series(1, persons)}
    select 'person-' || n || '@example.org', 'A mail', '', '', ${at}, 1, 0, ${at} from series`.execute(db);
  // Both engines do this on their own after a while.
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db);
}

/** Measures whether a hundred times as many persons slow the owner's screens down. */
export const measure = (options: Options): Promise<Table[]> =>
  compareSizes({ what: 'persons', few: FEW, many: MANY, questions, fill }, options);
