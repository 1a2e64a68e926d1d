import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/**
 * Makes the audit log the history of items and settings: adds whether an author was erased, and the own files
 * that only previous values refer to.
 */
export const history: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    await db.schema
      .alterTable('audit_log')
      .addColumn('author_erased', booleanType(engine), booleanDefault(engine, false))
      .execute();
    await db.schema.createIndex('audit_log_type').on('audit_log').columns(['item_type', 'id']).execute();
    await strict(db.schema.createTable('history_files'), engine)
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('entry_id', wholeType(engine), (c) =>
        c.notNull().references('audit_log.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('history_files_key', ['path', 'entry_id'])
      .execute();
    await db.schema.createIndex('history_files_entry').on('history_files').column('entry_id').execute();
  },
};
