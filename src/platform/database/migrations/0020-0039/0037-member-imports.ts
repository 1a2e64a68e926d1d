import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  addId,
  booleanDefault,
  booleanType,
  engineOf,
  strict,
  strictByKey,
  wholeType,
} from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds imports of members: the checked files, and their members until they are imported. */
export const memberImports: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    let table = strict(addId(db.schema.createTable('member_imports'), engine), engine)
      .addColumn('file_name', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_by', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('access_until', whole)
      .addColumn('is_inviting', booleanType(engine), booleanDefault(engine, false))
      .addColumn('finished_at', whole)
      // Refused lines as a JSON list, without their addresses.
      .addColumn('problems', 'text', (c) => c.notNull());
    for (const name of ['members', 'fresh', 'with_plan', 'refused', 'handled', 'added', 'granted', 'invited'])
      table = table.addColumn(name, whole, (c) => c.notNull().defaultTo(0)) as typeof table;
    await table.execute();
    await db.schema
      .createIndex('member_imports_created_by')
      .on('member_imports')
      .column('created_by')
      .execute();

    await strictByKey(db.schema.createTable('member_import_rows'), engine)
      .addColumn('import_id', whole, (c) => c.notNull().references('member_imports.id').onDelete('cascade'))
      .addColumn('line', whole, (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', 'text', (c) => c.notNull())
      .addColumn('joined_at', whole)
      .addColumn('has_plan', booleanType(engine), (c) => c.notNull())
      .addPrimaryKeyConstraint('member_import_rows_key', ['import_id', 'line'])
      .execute();
    // A member once per file; and by address, for the erasure of a person.
    await db.schema
      .createIndex('member_import_rows_email')
      .unique()
      .on('member_import_rows')
      .columns(['email_key', 'import_id'])
      .execute();
  },
};
