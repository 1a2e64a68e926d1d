import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the trash: deleted items with all rows deleted with them. Older programs delete items without it. */
export const trash: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('trash'), engine), engine)
      .addColumn('item_type', 'text', (c) => c.notNull())
      .addColumn('item_id', whole, (c) => c.notNull())
      .addColumn('slug', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('title_key', 'text', (c) => c.notNull())
      .addColumn('image_url', 'text')
      .addColumn('parent_id', whole)
      .addColumn('parent_title', 'text')
      // Numbers of items deleted with the item.
      .addColumn('waves', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('droplets', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('favorites', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('deleted_at', whole, (c) => c.notNull())
      .addColumn('deleted_by', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('expires_at', whole, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('trash_item').on('trash').columns(['item_type', 'item_id']).execute();
    await db.schema.createIndex('trash_expires').on('trash').column('expires_at').execute();
    await db.schema.createIndex('trash_deleted_by').on('trash').column('deleted_by').execute();

    await strict(addId(db.schema.createTable('trash_rows'), engine), engine)
      .addColumn('trash_id', whole, (c) => c.notNull().references('trash.id').onDelete('cascade'))
      .addColumn('table_name', 'text', (c) => c.notNull())
      // Set for rows of oceans, waves and droplets.
      .addColumn('item_id', whole)
      // Owner of the row, which is erased with this person.
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('letter_id', whole, (c) => c.references('letters.id').onDelete('cascade'))
      // Rows as a JSON list of objects: the item's row, or all rows of a person.
      .addColumn('content', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('trash_rows_entry')
      .on('trash_rows')
      .columns(['trash_id', 'table_name'])
      .execute();
    // A row has at most one of these.
    for (const column of ['item_id', 'user_id', 'letter_id'])
      await db.schema
        .createIndex(`trash_rows_${column.slice(0, -3)}`)
        .on('trash_rows')
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute();

    // Own files of the items, as in `media_references`. Their uploads are stored as long.
    await strict(db.schema.createTable('trash_files'), engine)
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('trash_id', whole, (c) => c.notNull().references('trash.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('trash_files_key', ['path', 'trash_id'])
      .execute();
    await db.schema.createIndex('trash_files_entry').on('trash_files').column('trash_id').execute();
  },
};
