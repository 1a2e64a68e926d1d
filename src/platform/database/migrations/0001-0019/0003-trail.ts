import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the audit log: the author and time of each change. */
export const trail: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('audit_log'), engine), engine)
      .addColumn('at', whole, (c) => c.notNull())
      // Null: the program itself, or a deleted account.
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('item_type', 'text', (c) => c.notNull())
      // Text, because settings are identified by keys. No foreign key, because the log outlives the items.
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('details', 'text', (c) => c.notNull().defaultTo('{}'))
      .execute();
    await db.schema
      .createIndex('audit_log_item')
      .on('audit_log')
      .columns(['item_type', 'item_id', 'id'])
      .execute();
    // For the deletion of an account.
    await db.schema.createIndex('audit_log_user').on('audit_log').column('user_id').execute();
  },
};
