import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { UsageEvent } from '../../shared/usage-events.ts';
import type { Span } from './period.ts';

/** Sums of a period's counts. */
export interface Sums {
  items: { item_type: 'ocean' | 'wave' | 'droplet'; item_id: number; event: UsageEvent; n: number }[];
  days: { day: number; event: UsageEvent; n: number }[];
  hosts: { name: string; n: number }[];
  searches: { name: string; n: number }[];
}

/** Periods whose sums are remembered, and the most rows of one. */
const MAX_PERIODS = 16;
const MAX_ROWS = 50_000;
/** In ms: a node that was cut off may have added to a day that is over. */
const MAX_AGE = 10 * 60_000;

/**
 * Sums the counts of a period. What concerns days that are over changes no more, and is remembered on this
 * node for some minutes: otherwise the screen would take longer with every droplet and visitor.
 */
export class PeriodSums {
  readonly #db: Db;
  readonly #known = new Map<string, { at: number; sums: Promise<Sums> }>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Sums a period. `today` and yesterday are always read anew. */
  async of(period: Span, today: number): Promise<Sums> {
    const isOver: Span = { from: period.from, to: Math.min(period.to, today - 2) };
    const isOpen: Span = { from: Math.max(period.from, today - 1), to: period.to };
    const [old, recent] = await Promise.all([
      isOver.from <= isOver.to ? this.#remembered(isOver) : NONE,
      isOpen.from <= isOpen.to ? sumPeriod(this.#db, isOpen) : NONE,
    ]);
    return joined(old, recent);
  }

  async #remembered(period: Span): Promise<Sums> {
    const key = `${period.from} ${period.to}`;
    const known = this.#known.get(key);
    if (known && Date.now() - known.at < MAX_AGE) return known.sums;
    const sums = sumPeriod(this.#db, period);
    this.#known.delete(key);
    this.#known.set(key, { at: Date.now(), sums });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_PERIODS && oldest !== undefined) this.#known.delete(oldest);
    const result = await sums.catch((error) => {
      this.#known.delete(key);
      throw error;
    });
    if (result.items.length > MAX_ROWS) this.#known.delete(key);
    return result;
  }
}

const NONE: Sums = { items: [], days: [], hosts: [], searches: [] };
const SUM = sql<number>`cast(sum(n) as bigint)`.as('n');

async function sumPeriod(db: Db, { from, to }: Span): Promise<Sums> {
  const [items, days, hosts, searches] = await Promise.all([
    db
      .selectFrom('usage_counts')
      .select(['item_type', 'item_id', 'event', SUM])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy(['item_type', 'item_id', 'event'])
      .execute(),
    db
      .selectFrom('usage_counts')
      .select(['day', 'event', SUM])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy(['day', 'event'])
      .execute(),
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
  return { items, days, hosts, searches };
}

function joined(a: Sums, b: Sums): Sums {
  if (b === NONE) return a;
  if (a === NONE) return b;
  return {
    items: added([...a.items, ...b.items], (row) => `${row.item_type} ${row.item_id} ${row.event}`),
    days: [...a.days, ...b.days],
    hosts: added([...a.hosts, ...b.hosts], (row) => row.name),
    searches: added([...a.searches, ...b.searches], (row) => row.name),
  };
}

/** Joins rows with the same key. */
function added<Row extends { n: number }>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const first = byKey.get(key);
    byKey.set(key, first ? { ...first, n: first.n + row.n } : row);
  }
  return [...byKey.values()];
}
