import { sql } from 'kysely';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { maySeeSql } from '../read/may-open.ts';
import { OWNERS_ORDER, selectDroplets } from '../read/queries.ts';

/* The owner's order of all droplets: by ocean, by wave, then by droplet. */

/** Position and id of a droplet's ocean, of its wave, and of itself. */
export type OrderKey = readonly [number, number, number, number, number, number];

export const ORDER_COLUMNS = [
  'oceans.position as ocean_position',
  'oceans.id as order_ocean_id',
  'waves.position as wave_position',
  'waves.id as order_wave_id',
  'droplets.position as droplet_position',
  'droplets.id as droplet_id',
] as const;

interface OrderRow {
  ocean_position: number;
  order_ocean_id: number;
  wave_position: number;
  order_wave_id: number;
  droplet_position: number;
  droplet_id: number;
}

export const orderKeyOf = (row: OrderRow): OrderKey => [
  row.ocean_position,
  row.order_ocean_id,
  row.wave_position,
  row.order_wave_id,
  row.droplet_position,
  row.droplet_id,
];

export const dropletIdOf = (key: OrderKey): number => key[5];

export function compareOrder(a: OrderKey, b: OrderKey): number {
  const level = a.findIndex((part, index) => part !== b[index]);
  return level < 0 ? 0 : (a[level] as number) - (b[level] as number);
}

/**
 * Selects the droplets that a reader may see, in the owner's order, after a droplet. Cross joins make SQLite
 * follow the indexes level by level instead of sorting everything. PostgreSQL plans them like other joins.
 */
export function inOwnerOrder(db: Db, reader: Reader, after: OrderKey | undefined) {
  let query = db
    .selectFrom('oceans')
    .crossJoin('waves')
    .crossJoin('droplets')
    .whereRef('waves.ocean_id', '=', 'oceans.id')
    .whereRef('droplets.wave_id', '=', 'waves.id')
    .where(maySeeSql(reader, 'oceans'))
    .where(maySeeSql(reader, 'waves'))
    .where(maySeeSql(reader, 'droplets'));
  if (after) {
    const [oceanPosition, oceanId] = after;
    // The first comparison starts the index at the right ocean, the second continues after the droplet.
    query = query
      .where(sql<boolean>`(oceans.position, oceans.id) >= (${oceanPosition}, ${oceanId})`)
      .where(sql<boolean>`(${OWNERS_ORDER}) > (${sql.join(after)})`);
  }
  return query.orderBy(OWNERS_ORDER);
}

/** Reads the order keys of the given droplets, without those that the reader may not see. */
export async function orderKeysOf(db: Db, reader: Reader, ids: number[]): Promise<OrderKey[]> {
  const rows = await selectDroplets(db, reader)
    .clearSelect()
    .select(ORDER_COLUMNS)
    .where(isOneOf(db, 'droplets.id', ids))
    .execute();
  return rows.map(orderKeyOf);
}
