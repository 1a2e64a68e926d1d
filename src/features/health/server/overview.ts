import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { instant } from '#platform/text/instants.ts';
import { WEEK } from '#platform/text/time-units.ts';
import type { Counted, Overview } from '../contract/schemas.ts';

/** Limit of counting, so that the dashboard costs the same at any size. */
const MAX_COUNT = 10_000;

type Counting = 'users' | 'droplets';
type Condition<T extends Counting> = (eb: ExpressionBuilder<Tables, T>) => ReturnType<typeof eb.and>;

type ContentOverview = Pick<Overview, 'droplets' | 'drafts' | 'finished'>;

/** Reads the dashboard's numbers for editors. */
export const readContentOverview = async (db: Db, elsewhere: CountedElsewhere): Promise<Overview> => ({
  ...{ settings: null, people: null, newPeople: null, paying: null, newPaying: null },
  ...(await readContent(db, elsewhere)),
});

async function readContent(db: Db, { finished }: CountedElsewhere): Promise<ContentOverview> {
  return {
    droplets: await count(db, 'droplets', (eb) => eb.and([])),
    drafts: await count(db, 'droplets', (eb) => eb.and([eb('is_published', '=', false as boolean)])),
    finished: await finished(),
  };
}

/** Numbers of other features. */
export interface CountedElsewhere {
  /** Returns the number of droplets finished in seven days. */
  finished(): Promise<Overview['finished']>;
  /** Returns the numbers of paid subscriptions, and of those that began this month. */
  paying(): Promise<{ paying: number; newPaying: number }>;
}

const whole = (count: number): Counted => ({ count, isMore: false });

/** Reads the dashboard's numbers. */
export async function readOverview(db: Db, elsewhere: CountedElsewhere, now = Date.now()): Promise<Overview> {
  const { paying, newPaying } = await elsewhere.paying();
  const change = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['at', 'username'])
    .where('item_type', '=', 'setting')
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    settings: change ? { at: instant(change.at), by: change.username } : null,
    people: await count(db, 'users', (eb) => eb.and([])),
    newPeople: await count(db, 'users', (eb) => eb.and([eb('created_at', '>=', now - WEEK)])),
    ...(await readContent(db, elsewhere)),
    paying: whole(paying),
    newPaying: whole(newPaying),
  };
}

async function count<T extends Counting>(db: Db, table: T, condition: Condition<T>): Promise<Counted> {
  const { n } = await db
    .selectFrom(
      db
        // biome-ignore lint/suspicious/noExplicitAny: one of two tables, which the compiler cannot follow
        .selectFrom(table as any)
        .select('id')
        // biome-ignore lint/suspicious/noExplicitAny: as above
        .where(condition as any)
        .limit(MAX_COUNT + 1)
        .as('rows'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(n, MAX_COUNT), isMore: n > MAX_COUNT };
}
