import { type RawBuilder, sql } from 'kysely';
import { WRITTEN_PREFIX } from '#features/catalogue/shared/written-address.ts';

/*
 * Tables whose rows belong to an item. A test restores an item and compares all tables, so it fails for a
 * table missing here. Search and keyword counts are absent, because a restoration indexes the droplets again.
 */

/** The tables of items, parents first. */
export const ITEM_TABLES = ['oceans', 'waves', 'droplets'] as const;

interface TrashedTable {
  name: string;
  /**
   * Joins the table's rows to `holder`, rows of items in the trash. A cross join makes SQLite begin with the
   * smaller table.
   */
  join: RawBuilder<unknown>;
  /** Whether the table's rows are items, each stored by itself. Other rows are stored with their `holder`. */
  isItems?: true;
}

const isOf = (table: string) => sql`holder.table_name = ${sql.lit(table)}`;

/** The holder's type, in the form that tables without a foreign key use. */
export const HOLDER_TYPE = sql`case holder.table_name
  when 'oceans' then 'ocean' when 'waves' then 'wave' when 'droplets' then 'droplet' end`;

/** In the order of storing and restoring: a table follows those it refers to. */
export const TRASHED_TABLES: readonly TrashedTable[] = [
  {
    name: 'waves',
    join: sql`cross join waves where ${isOf('oceans')} and waves.ocean_id = holder.item_id`,
    isItems: true,
  },
  {
    name: 'droplets',
    join: sql`cross join droplets where ${isOf('waves')} and droplets.wave_id = holder.item_id`,
    isItems: true,
  },
  {
    name: 'media_references',
    join: sql`cross join media_references
      where media_references.item_type = ${HOLDER_TYPE} and media_references.item_id = holder.item_id`,
  },
  // Stored for each item that refers to a text, because the text is deleted with the last such item.
  {
    name: 'writings',
    join: sql`cross join media_references as reference cross join writings
      where ${isOf('droplets')}
      and reference.item_type = 'droplet' and reference.item_id = holder.item_id
      and reference.path like ${sql.lit(`${WRITTEN_PREFIX}%`)}
      and writings.name = substr(reference.path, ${sql.lit(WRITTEN_PREFIX.length + 1)})`,
  },
];

interface KeptTable {
  name: 'favorites' | 'progress' | 'again_marks' | 'letters_sent';
  key: readonly string[];
  /** Condition that a row belongs to `holder`, a row of an item in the trash. */
  isOfHolder: RawBuilder<unknown>;
}

const keptOfDroplet = (name: KeptTable['name'], owner: string): KeptTable => ({
  name,
  key: [owner, 'droplet_id'],
  isOfHolder: sql`${isOf('droplets')} and ${sql.ref(`${name}.droplet_id`)} = holder.item_id`,
});

/**
 * Members' rows of an item, possibly millions. They stay in their tables until the purge, because every query
 * of them joins the item. Versions before migration 51 stored them in the trash.
 */
export const KEPT_TABLES: readonly KeptTable[] = [
  {
    name: 'favorites',
    key: ['id'],
    isOfHolder: sql`favorites.item_type = ${HOLDER_TYPE} and favorites.item_id = holder.item_id`,
  },
  keptOfDroplet('progress', 'user_id'),
  keptOfDroplet('again_marks', 'user_id'),
  keptOfDroplet('letters_sent', 'letter_id'),
];
