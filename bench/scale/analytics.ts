import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { seedCatalogue } from '../../scripts/seed/seed-catalogue.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { engines } from '../process/engines.ts';
import { say } from '../process/progress.ts';
import { median, ratios } from '../report/statistics.ts';
import { type Cell, figure, type Table } from '../report/table.ts';
import { askOwnerSite, openOwnerSite } from './owner-screens.ts';

/* Compares the administrators' analytics with a million counts to those with a hundredth of them. */

/** 25 months of counts: number of days, droplets used per day, and events. */
const DAYS = 760;
const DROPLETS = 263;
const EVENTS = ['opened', 'half', 'finished', 'saved', 'shared'];
const PEOPLE = 100_000;
const ROUNDS = 31;
const WARM_UP = 3;
const AT_MOST = { atMost: 1.5 };
/** The screen loaded as a page, and the call of a navigation within the site. */
const QUESTIONS = ['/admin/analytics', '/admin/analytics?against=year', '/api/usage'];

/** Measures the screen's first, uncached response, with 10,000 and with 1,000,000 counts. */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const rows: Cell[][] = [];
    for (const { engine, name, newUrl, stop } of engines()) {
      later(stop);
      if (engine === 'postgres' && quick) continue;
      say(`counts in ${name}`);
      const open = async (part: number) => {
        const url = (await newUrl()) ?? `sqlite:${join(folder, `counts-${part}.db`)}`;
        const database = await openDatabase(url);
        later(() => database.close());
        const site = await makeSite(database, folder, quick ? part * 100 : part);
        later(() => site.app.close());
        return site;
      };
      const small = await open(100);
      const big = await open(1);
      for (const path of QUESTIONS) {
        const cold = [await askOwnerSite(small, path), await askOwnerSite(big, path)] as const;
        const few: number[] = [];
        const many: number[] = [];
        for (let round = 0; round < WARM_UP + (quick ? 3 : ROUNDS); round += 1) {
          const times = [await askOwnerSite(small, path), await askOwnerSite(big, path)] as const;
          if (round < WARM_UP) continue;
          few.push(times[0]);
          many.push(times[1]);
        }
        rows.push([
          `${path}, ${name}`,
          `${small.counts.toLocaleString('en')}: ${median(few).toFixed(1)}`,
          `${big.counts.toLocaleString('en')}: ${median(many).toFixed(1)}`,
          figure(median(ratios(many, few)), { digits: 2, limit: AT_MOST }),
          cold.map((ms) => ms.toFixed(1)).join(' and '),
        ]);
      }
    }
    return [
      {
        title: 'Analytics with a million counts',
        columns: ['Question', 'Few counts, ms', 'Many counts, ms', 'Times as long', 'The very first, ms'],
        rows,
      },
    ];
  });
}

/** Creates a site with every `part`-th of the counts and people. */
async function makeSite(database: Database, folder: string, part: number) {
  const { db } = database;
  await migrate(db);
  await seedCatalogue(db, { oceans: 5, waves: 50, droplets: 1_000 });
  const today = Math.floor(Date.now() / 86_400_000);
  const series = (name: string, count: number) =>
    sql`${sql.ref(name)}(i) as (
      select 1 union all select i + 1 from ${sql.ref(name)} where i < ${sql.lit(count)})`;
  for (const [index, event] of EVENTS.entries())
    await sql`with recursive ${series('days', DAYS)}, ${series('ids', DROPLETS)}
      insert into usage_counts
      select ${today} + 1 - days.i, ${event}, 'droplet', ids.i, 1 + (days.i + ids.i) % 9 from days, ids
      where (days.i * 7 + ids.i * 13 + ${sql.lit(index * 29)}) % ${sql.lit(part)} = 0`.execute(db);
  await sql`with recursive ${series('days', DAYS)}, ${series('hosts', 50)}
    insert into referrer_counts
    select ${today} + 1 - days.i, 'host-' || hosts.i || '.example', 3 from days, hosts
    where (days.i * 7 + hosts.i * 13) % ${sql.lit(part)} = 0`.execute(db);
  await addPeople(database, PEOPLE / part, today);
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(db);
  const { n } = await db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { ...(await openOwnerSite(database, folder)), counts: n };
}

/** Adds people over all days. Each has signed up, has an account, and has paid. */
async function addPeople({ db }: Database, people: number, today: number): Promise<void> {
  for (let from = 0; from < people; from += 500) {
    const ids = Array.from({ length: Math.min(500, people - from) }, (_, index) => from + index + 1);
    const at = (id: number) => (today - (id % DAYS)) * 86_400_000;
    const email = (id: number) => `reader-${id}@example.org`;
    await db
      .insertInto('email_signups')
      .values(
        ids.map((id) => ({
          ...{ email: email(id), email_key: email(id), source: 'landing' },
          ...{ has_access: true, created_at: at(id) },
        })),
      )
      .execute();
    await db
      .insertInto('users')
      .values(
        ids.map((id) => ({
          ...{ username: `reader-${id}`, username_key: `reader-${id}`, role: 'free' },
          ...{ email: email(id), email_key: email(id), email_verified_at: null, password_hash: 'none' },
          created_at: at(id),
        })),
      )
      .execute();
    await db
      .insertInto('subscriptions')
      .values(
        ids.map((id) => ({
          ...{ reference: `reference-${id}`, provider: 'sandbox', provider_id: `S-${id}`, status: 'active' },
          ...{ activated_at: at(id), created_at: at(id), updated_at: at(id) },
        })),
      )
      .execute();
  }
}
