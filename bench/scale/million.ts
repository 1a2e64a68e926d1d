import { sql } from 'kysely';
import { ACCOUNT_SWEEPS } from '#features/accounts/server/sweep.ts';
import { sweepUsage } from '#features/analytics/server/sweep.ts';
import { purgeHistory } from '#features/history/server/purge-history.ts';
import { sweepSubscriptions } from '#features/subscriptions/server/state/sweep.ts';
import type { Database, Db } from '#platform/database/open.ts';
import { sweepLimits } from '#platform/http/guard/rate-limits.ts';
import { sweepMails } from '#platform/mail/sweep-mails.ts';
import { seedCatalogue } from '../../scripts/seed/seed-catalogue.ts';
import { seedCounts } from '../../scripts/seed/seed-counts.ts';
import { seedMembers } from '../../scripts/seed/seed-members.ts';
import type { Options } from '../groups.ts';
import { say } from '../process/progress.ts';
import { figure, type Table } from '../report/table.ts';
import { askOwnerSite, compareSizes, type Question, type Task } from './owner-screens.ts';

/*
 * A million members on PostgreSQL, each with a session, ten favorites, ten lessons and fifty counts of use.
 */

const MANY = 1_000_000;
const FEW = 10_000;
const ROWS_EACH = 10;
const COUNTS_EACH = 50;
/** Number of droplets for fifty million counts in the 25 months for which counts are stored. */
const CATALOGUE = { oceans: 50, waves: 500, droplets: 14_000 };

const pages = [
  '/admin',
  '/admin/users',
  '/api/people?order=seen',
  '/api/people?order=since&state=paying',
  '/admin/subscriptions',
  '/admin/analytics',
  '/admin/health',
  '/admin/history',
  '/api/oceans',
];
const questions: Question[] = [
  ...pages.map((path) => ({ name: `\`${path}\``, path: () => path })),
  { name: 'a member’s page', path: (n) => `/admin/users/${n / 2}` },
];

const tasks: Task[] = [
  { name: 'everybody as CSV', run: ({ site }) => askOwnerSite(site, '/api/people.csv') },
  { name: 'counts of everybody', run: ({ site }) => askOwnerSite(site, '/api/people/counts') },
  { name: 'a search that finds nobody', run: ({ site }) => askOwnerSite(site, '/api/people?search=nobody') },
  {
    name: 'a log-in',
    run: ({ site }) =>
      site.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username: 'keeper', password: 'Quiet-Harbour-27' },
      }),
  },
  {
    name: 'a member deleted',
    run: ({ db, n }) =>
      db
        .deleteFrom('users')
        .where('id', '=', n / 2)
        .execute(),
  },
  {
    name: 'the sweep of accounts and sessions',
    async run({ db }) {
      for (const sweep of Object.values(ACCOUNT_SWEEPS)) await sweep(db);
    },
  },
  { name: 'the sweep of mails', run: ({ db }) => sweepMails(db) },
  { name: 'the sweep of subscriptions', run: ({ db }) => sweepSubscriptions(db) },
  { name: 'the sweep of counts', run: ({ db }) => sweepUsage(db) },
  { name: 'the sweep of rate limits', run: ({ db }) => sweepLimits(db) },
  { name: 'the purge of history', run: ({ db }) => purgeHistory(db) },
];

async function fill({ db }: Database, members: number): Promise<void> {
  await seedCatalogue(db, CATALOGUE);
  const begun = performance.now();
  await seedMembers(db, { members, rowsEach: ROWS_EACH });
  const between = performance.now();
  await seedCounts(db, members * COUNTS_EACH);
  const seconds = [between - begun, performance.now() - between].map((ms) => (ms / 1000).toFixed(0));
  say(`${members} members took ${seconds[0]} s, their counts ${seconds[1]} s`);
  await sql`vacuum analyze`.execute(db);
}

/** Lists the largest tables of a database, with their indexes. */
async function sizesTable(db: Db, members: number): Promise<Table> {
  const { rows } = await sql<{ name: string; rows: number; bytes: string }>`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 6`.execute(db);
  return {
    title: `The largest tables of ${members.toLocaleString('en')} members`,
    columns: ['Table', 'Rows', 'MB with indexes', 'Bytes a row'],
    rows: rows.map(({ name, rows, bytes }) => [
      `\`${name}\``,
      figure(rows),
      figure(Number(bytes) / 1e6),
      figure(Number(bytes) / rows),
    ]),
  };
}

/** Measures the owner's screens, exports and sweeps with a million members, and with a hundredth of them. */
export async function measure(options: Options): Promise<Table[]> {
  let sizes: Table | undefined;
  const fillAndWeigh = async (database: Database, members: number) => {
    await fill(database, members);
    sizes = await sizesTable(database.db, members);
  };
  const tables = await compareSizes(
    { what: 'members', few: FEW, many: MANY, questions, tasks, fill: fillAndWeigh, engine: 'postgres' },
    options,
  );
  return sizes ? [...tables, sizes] : tables;
}
