import { sql } from 'kysely';
import type { Database } from '#platform/database/open.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { seedCatalogue } from '../../scripts/seed/seed-catalogue.ts';
import type { Options } from '../groups.ts';
import type { Table } from '../report/table.ts';
import { compareSizes, type Question } from './owner-screens.ts';

/* Measures the screens of changes with 100,000 changes, a hundredth of them about one item. */

const MANY = 100_000;
const FEW = 1_000;
/** Every hundredth change is one of ocean 1. */
const SHARE = 100;
const ITEMS = { oceans: 5, waves: 50, droplets: 1_000 };
/** Limit by the requirement: 1.5 times as long. */
const FLAT = { atMost: 1.5 };

const questions: Question[] = [
  { name: 'the page of changes', path: () => '/admin/history', limit: FLAT },
  { name: 'changes', path: () => '/api/audit-log', limit: FLAT },
  { name: 'changes of droplets', path: () => '/api/audit-log?itemType=droplet', limit: FLAT },
  { name: 'an ocean’s versions', path: () => '/api/history/ocean/1', limit: FLAT },
  {
    name: 'the page of an ocean’s versions',
    path: () => '/admin/history/versions?type=ocean&id=1',
    limit: FLAT,
  },
  // The newest and the first change of ocean 1, because a comparison reads all later changes.
  { name: 'the newest version compared', path: (n) => `/api/history/ocean/1/${n - SHARE}`, limit: FLAT },
  { name: 'the oldest version compared', path: () => '/api/history/ocean/1/100' },
];

/** Adds one change per minute: to the ocean's title, and to the droplets' titles in turn. */
async function fill({ db, engine }: Database, changes: number): Promise<void> {
  await seedCatalogue(db, ITEMS);
  const begin = sql.lit(Date.now() - changes * MINUTE);
  const values = sql`'{"before":{"title":"Title ' || (n - 1) || '"},"after":{"title":"Title ' || n || '"}}'`;
  await sql`insert into audit_log (at, user_id, action, item_type, item_id, title, details)
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(changes)})
    select ${begin} + cast(n as bigint) * ${sql.lit(MINUTE)}, null, 'updated',
      case when n % ${sql.lit(SHARE)} = 0 then 'ocean' else 'droplet' end,
      case when n % ${sql.lit(SHARE)} = 0 then '1' else cast(1 + n % ${sql.lit(ITEMS.droplets)} as text) end,
      'Title ' || n, ${values} from series`.execute(db);
  // Both engines do this on their own after a while.
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db);
}

/** Measures whether a hundred times as many changes slow their screens down. */
export const measure = (options: Options): Promise<Table[]> =>
  compareSizes({ what: 'changes', few: FEW, many: MANY, questions, fill }, options);
