import { type RawBuilder, sql } from 'kysely';
import { WRITTEN_PREFIX } from '#features/catalogue/shared/written-address.ts';

/* The tables whose rows go with an item. A test restores an item and compares all tables, so a table that is
   missing here fails it. Search and keyword counts are not here: restoring indexes the droplets again. */

/** The tables of items, parents first. */
export const ITEM_TABLES = ['oceans', 'waves', 'droplets'] as const;
export const TABLE_OF = { ocean: 'oceans', wave: 'waves', droplet: 'droplets' } as const;

interface TrashedTable {
  name: string;
  /**
   * Join of its rows to the rows of items in the trash, `holder`. A cross join keeps SQLite from beginning
   * with the larger table.
   */
  join: RawBuilder<unknown>;
  /**
   * Column that rows are stored together by: the id of an item, or the member or the letter that they belong
   * to. Without one, rows are stored by `holder`.
   */
  by?: { item?: 'id'; user?: 'user_id'; letter?: 'letter_id' };
}

const isOf = (table: string) => sql`holder.table_name = ${sql.lit(table)}`;

/** The holder's type, as tables without a foreign key name it. */
export const HOLDER_TYPE = sql`case holder.table_name
  when 'oceans' then 'ocean' when 'waves' then 'wave' when 'droplets' then 'droplet' end`;

const underAnyItem = (table: string) => sql`cross join ${sql.table(table)}
  where ${sql.ref(`${table}.item_type`)} = ${HOLDER_TYPE}
  and ${sql.ref(`${table}.item_id`)} = holder.item_id`;

const underDroplet = (table: string) => sql`cross join ${sql.table(table)}
  where ${isOf('droplets')} and ${sql.ref(`${table}.droplet_id`)} = holder.item_id`;

/** In the order in which they are stored and restored: a table after those that it refers to. */
export const TRASHED_TABLES: readonly TrashedTable[] = [
  {
    name: 'waves',
    join: sql`cross join waves where ${isOf('oceans')} and waves.ocean_id = holder.item_id`,
    by: { item: 'id' },
  },
  {
    name: 'droplets',
    join: sql`cross join droplets where ${isOf('waves')} and droplets.wave_id = holder.item_id`,
    by: { item: 'id' },
  },
  { name: 'favorites', join: underAnyItem('favorites'), by: { user: 'user_id' } },
  { name: 'media_references', join: underAnyItem('media_references') },
  { name: 'progress', join: underDroplet('progress'), by: { user: 'user_id' } },
  { name: 'again_marks', join: underDroplet('again_marks'), by: { user: 'user_id' } },
  { name: 'letters_sent', join: underDroplet('letters_sent'), by: { letter: 'letter_id' } },
  // Stored for each item that refers to one, because the last such item takes the text along.
  {
    name: 'writings',
    join: sql`cross join media_references as reference cross join writings
      where ${isOf('droplets')}
      and reference.item_type = 'droplet' and reference.item_id = holder.item_id
      and reference.path like ${sql.lit(`${WRITTEN_PREFIX}%`)}
      and writings.name = substr(reference.path, ${sql.lit(WRITTEN_PREFIX.length + 1)})`,
  },
];
