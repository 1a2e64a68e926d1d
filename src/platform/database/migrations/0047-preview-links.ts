import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Adds links that show drafts to people without an account. */
export const previewLinks: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('preview_links'), engine), engine)
      .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
      // No foreign key, because links of an item in the trash work again after its restoration.
      .addColumn('item_type', 'text', (c) => c.notNull())
      .addColumn('item_id', whole, (c) => c.notNull())
      .addColumn('for_whom', 'text', (c) => c.notNull())
      .addColumn('created_by', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('expires_at', whole, (c) => c.notNull())
      .addColumn('opened', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('last_opened_at', whole)
      .execute();
    await db.schema
      .createIndex('preview_links_item')
      .on('preview_links')
      .columns(['item_type', 'item_id'])
      .execute();
    await db.schema
      .createIndex('preview_links_created_by')
      .on('preview_links')
      .column('created_by')
      .execute();
  },
};
