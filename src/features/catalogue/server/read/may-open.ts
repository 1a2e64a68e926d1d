import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Viewer } from '#platform/http/serve/reader.ts';

/* Rights to see and to open an item: the only definitions, for a loaded item and inside a statement. */

type ItemTable = 'oceans' | 'waves' | 'droplets';

interface Gated {
  accessType: 'free' | 'premium';
  /** Oceans are never samples. */
  isSample: boolean;
}

const ALWAYS = sql<SqlBool>`1 = 1`;

/** Whether nothing is locked for a reader. */
export const opensEverything = (reader: Viewer) => reader.tier === 'subscriber' || reader.tier === 'admin';

/**
 * Tells whether a reader may open an item that they may see. Each item is judged by itself: a premium ocean
 * can hold free waves. Source: contract, "The API".
 */
export const mayOpen = (reader: Viewer, item: Gated): boolean =>
  opensEverything(reader) || item.accessType === 'free' || item.isSample;

/** {@link mayOpen} as a condition on the table's rows. */
export function mayOpenSql(reader: Viewer, table: ItemTable): RawBuilder<SqlBool> {
  if (opensEverything(reader)) return ALWAYS;
  const isFree = sql<SqlBool>`${sql.ref(`${table}.access_type`)} = 'free'`;
  if (table === 'oceans') return isFree;
  return sql`(${isFree} or ${sql.ref(`${table}.is_sample`)} = ${true})`;
}

/**
 * Condition for rows that a reader may see. It judges the row alone: an item under a draft is a draft too, so
 * a query needs the condition for every level above.
 */
export const maySeeSql = (reader: Viewer, table: ItemTable): RawBuilder<SqlBool> =>
  reader.tier === 'admin' ? ALWAYS : sql`${sql.ref(`${table}.is_published`)} = ${true}`;

/** Tells whether a reader may see an item, by its id. */
export async function maySee(
  db: Db,
  reader: Viewer,
  level: 'ocean' | 'wave' | 'droplet',
  id: number,
): Promise<boolean> {
  const waves = () =>
    db
      .selectFrom('waves')
      .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
      .where(maySeeSql(reader, 'oceans'))
      .where(maySeeSql(reader, 'waves'));
  const query = {
    ocean: () => db.selectFrom('oceans').where('oceans.id', '=', id).where(maySeeSql(reader, 'oceans')),
    wave: () => waves().where('waves.id', '=', id),
    droplet: () =>
      waves()
        .innerJoin('droplets', 'droplets.wave_id', 'waves.id')
        .where('droplets.id', '=', id)
        .where(maySeeSql(reader, 'droplets')),
  }[level]();
  return (await query.select(sql`1`.as('found')).executeTakeFirst()) !== undefined;
}
