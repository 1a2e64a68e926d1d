import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { type ItemTable, TABLE_OF } from '#platform/database/tables.ts';
import type { PreviewScope, Viewer } from '#platform/http/serve/reader.ts';

/* Rights to see and to open an item: the only definitions, for a loaded item and inside a statement. */

interface Gated {
  accessType: 'free' | 'premium';
  /** Oceans are never samples. */
  isSample: boolean;
  /** See {@link isPreviewed}. */
  isPreviewed?: boolean;
}

const ALWAYS = sql<SqlBool>`1 = 1`;

/** Whether a reader sees drafts: administrators and editors, who make them. */
export const seesDrafts = (reader: Viewer) => reader.tier === 'editor' || reader.tier === 'admin';

/** Whether nothing is locked for a reader. */
export const opensEverything = (reader: Viewer) => reader.tier === 'subscriber' || seesDrafts(reader);

/**
 * Tells whether a reader may open an item that they may see. Each item is judged by itself: a premium ocean
 * can hold free waves. Source: contract, "The API".
 */
export const mayOpen = (reader: Viewer, item: Gated): boolean =>
  opensEverything(reader) || item.accessType === 'free' || item.isSample || item.isPreviewed === true;

/** {@link mayOpen} as a condition on the table's rows. */
export function mayOpenSql(reader: Viewer, table: ItemTable): RawBuilder<SqlBool> {
  if (opensEverything(reader)) return ALWAYS;
  const isFree = sql<SqlBool>`${sql.ref(`${table}.access_type`)} = 'free'`;
  const previewed = reader.preview ? sql`or ${previewedSql(reader.preview, table)}` : sql``;
  if (table === 'oceans') return sql`(${isFree} ${previewed})`;
  return sql`(${isFree} or ${sql.ref(`${table}.is_sample`)} = ${sql.lit(true)} ${previewed})`;
}

/**
 * Condition for rows that a reader may see. It checks the row alone. An item under a draft counts as a draft,
 * so a query needs this condition for every level above.
 */
export function maySeeSql(reader: Viewer, table: ItemTable): RawBuilder<SqlBool> {
  if (seesDrafts(reader)) return ALWAYS;
  const published = isPublishedSql(table);
  return reader.preview ? maySeeInPreviewSql(reader.preview, table, published) : published;
}

/** Condition for rows that are published. */
export const isPublishedSql = (table: ItemTable): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.is_published`)} = ${sql.lit(true)}`;

/** An id that no item has: disables the preview condition at other levels. */
const NONE = 0;

/** Tells whether a loaded item is part of a preview, and thus open. */
export function isPreviewed(
  { preview }: Viewer,
  table: ItemTable,
  row: { id: number; ocean_id?: number; wave_id?: number },
): boolean {
  if (!preview) return false;
  if (TABLE_OF[preview.type] === table && preview.id === row.id) return true;
  if (table === 'waves') return preview.waves.includes(row.id);
  return table === 'droplets' && preview.waves.includes(row.wave_id ?? NONE);
}

/** {@link isPreviewed} as a condition on the table's rows. */
function previewedSql(preview: PreviewScope, table: ItemTable): RawBuilder<SqlBool> {
  const ids = TABLE_OF[preview.type] === table ? preview.id : NONE;
  const isItem = sql<SqlBool>`${sql.ref(`${table}.id`)} = ${ids}`;
  if (table === 'oceans' || preview.waves.length === 0) return isItem;
  const wave = sql.ref(table === 'waves' ? 'waves.id' : 'droplets.wave_id');
  return sql`(${isItem} or ${wave} in (${sql.join(preview.waves)}))`;
}

/**
 * Items above a previewed item are visible, but other items below them are not: a row counts as public only
 * when all rows above it are public.
 */
function maySeeInPreviewSql(
  preview: PreviewScope,
  table: ItemTable,
  isPublished: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const previewed = previewedSql(preview, table);
  if (table === 'oceans') return sql`(${isPublished} or oceans.id = ${preview.oceanId})`;
  const parent = table === 'waves' ? sql.ref('waves.ocean_id') : sql.ref('droplets.wave_id');
  const above =
    table === 'waves'
      ? sql`select id from oceans as above where above.is_published = ${sql.lit(true)}`
      : sql`select above.id from waves as above inner join oceans as top on top.id = above.ocean_id
          where above.is_published = ${sql.lit(true)} and top.is_published = ${sql.lit(true)}`;
  const isAbove = table === 'waves' ? sql`or waves.id = ${preview.waveId ?? NONE}` : sql``;
  return sql`((${isPublished} and ${parent} in (${above})) or ${previewed} ${isAbove})`;
}

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
