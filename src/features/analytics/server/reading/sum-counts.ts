import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { UsageEvent } from '../../shared/usage-events.ts';
import { countPeople, type People } from './count-people.ts';
import type { Span } from './period.ts';
import { addTallies, emptyTally, type Tally } from './tally.ts';

/** Sums of a period's counts. */
export interface Sums {
  people: People;
  /** All events by droplet id. */
  droplets: ReadonlyMap<number, Tally>;
  /** Sums over all items, by day. */
  days: ReadonlyMap<number, Tally>;
  hosts: ReadonlyMap<string, number>;
  searches: ReadonlyMap<string, number>;
}

export const NO_SUMS: Sums = {
  people: { signups: 0, members: 0, payers: 0 },
  droplets: new Map(),
  days: new Map(),
  hosts: new Map(),
  searches: new Map(),
};

/** Days per statement. */
const PART_DAYS = 14;

const SUM = sql<number>`cast(sum(n) as bigint)`.as('n');
/** Sums an event as a column. One row instead of five, because reading rows costs more than adding. */
const sumOf = (event: UsageEvent): RawBuilder<number> =>
  sql<number>`cast(sum(case when event = ${sql.lit(event)} then n else 0 end) as bigint)`;
const TALLY = [
  sumOf('opened').as('opened'),
  sumOf('half').as('half'),
  sumOf('finished').as('finished'),
  sumOf('saved').as('saved'),
  sumOf('shared').as('shared'),
] as const;

/** Sums the counts of a period, and the people who signed up, joined or subscribed in it. */
export async function sumCounts(db: Db, period: Span): Promise<Sums> {
  const { from, to } = period;
  const [people, items, hosts, searches] = await Promise.all([
    countPeople(db, period),
    from === to ? sumDay(db, from) : sumDays(db, period),
    db
      .selectFrom('referrer_counts')
      .select(['host as name', SUM])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('host')
      .execute(),
    db
      .selectFrom('search_counts')
      .select(['words as name', SUM])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('words')
      .execute(),
  ]);
  return {
    people,
    ...items,
    hosts: new Map(hosts.map(({ name, n }) => [name, n])),
    searches: new Map(searches.map(({ name, n }) => [name, n])),
  };
}

type ItemSums = Pick<Sums, 'droplets' | 'days'>;

/**
 * Sums the counts of items in parts, because with a large catalogue a statement over years would take
 * minutes.
 */
async function sumDays(db: Db, { from, to }: Span): Promise<ItemSums> {
  const { first } = await db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.min('day').as('first'))
    .where('day', '>=', from)
    .executeTakeFirstOrThrow();
  let sums: ItemSums = { droplets: new Map(), days: new Map() };
  for (let start = first ?? to + 1; start <= to; start += PART_DAYS) {
    const part = await sumPart(db, { from: start, to: Math.min(to, start + PART_DAYS - 1) });
    sums = joinItems(sums, part);
  }
  return sums;
}

async function sumPart(db: Db, { from, to }: Span): Promise<ItemSums> {
  const [droplets, days] = await Promise.all([
    db
      .selectFrom('usage_counts')
      .select(['item_id as key', ...TALLY])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('item_type', '=', 'droplet')
      .groupBy('item_id')
      .execute(),
    db
      .selectFrom('usage_counts')
      .select(['day as key', ...TALLY])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('day')
      .execute(),
  ]);
  const byKey = (rows: typeof days) => new Map(rows.map(({ key, ...tally }) => [key, tally]));
  return { droplets: byKey(droplets), days: byKey(days) };
}

/** Reads the counts of a day, one row per item with counts. */
export const countsOfDay = (db: Db, day: number) =>
  db
    .selectFrom('usage_counts')
    .select(['item_type', 'item_id', ...TALLY])
    .where('day', '=', day)
    .groupBy(['item_type', 'item_id'])
    .orderBy('item_type')
    .orderBy('item_id')
    .execute();

/** Does the same as {@link sumDays} for one day, reading its rows once. */
async function sumDay(db: Db, day: number): Promise<ItemSums> {
  const rows = await countsOfDay(db, day);
  const droplets = rows.filter(({ item_type }) => item_type === 'droplet');
  return {
    droplets: new Map(droplets.map(({ item_type, item_id, ...tally }) => [item_id, tally])),
    days: new Map(rows.length === 0 ? [] : [[day, rows.reduce(addTallies, emptyTally())]]),
  };
}

/** Adds the sums of two periods. */
export function joinSums(a: Sums, b: Sums): Sums {
  const sum = (one: number, other: number) => one + other;
  return {
    people: {
      signups: a.people.signups + b.people.signups,
      members: a.people.members + b.people.members,
      payers: a.people.payers + b.people.payers,
    },
    ...joinItems(a, b),
    hosts: joined(a.hosts, b.hosts, sum),
    searches: joined(a.searches, b.searches, sum),
  };
}

const joinItems = (a: ItemSums, b: ItemSums): ItemSums => ({
  droplets: joined(a.droplets, b.droplets, addTallies),
  days: joined(a.days, b.days, addTallies),
});

function joined<Key, Value>(
  a: ReadonlyMap<Key, Value>,
  b: ReadonlyMap<Key, Value>,
  add: (one: Value, other: Value) => Value,
): Map<Key, Value> {
  const all = new Map(a);
  for (const [key, value] of b) {
    const known = a.get(key);
    all.set(key, known === undefined ? value : add(known, value));
  }
  return all;
}
