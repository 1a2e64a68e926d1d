import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds uploads in parts, which can resume after an interruption. */
export const resumableUploads: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('resumable_uploads'), engine), engine)
      // 32 random hex digits: the last part of its address.
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('kind', 'text', (c) => c.notNull())
      // Length of the file, and the received part of it.
      .addColumn('bytes', whole, (c) => c.notNull())
      .addColumn('received', whole, (c) => c.notNull().defaultTo(0))
      // JSON object, as the browser sent it: the file's name and time.
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('created_by', whole, (c) => c.references('users.id').onDelete('set null'))
      // Time of its creation or its last part.
      .addColumn('active_at', whole, (c) => c.notNull())
      // The outcome: the name of an upload, or the reason of a refusal.
      .addColumn('upload_name', 'text')
      .addColumn('problem', 'text')
      .execute();
    await strict(addId(db.schema.createTable('resumable_parts'), engine), engine)
      // No foreign key, because rows outlive their upload until their files are deleted.
      .addColumn('token', 'text', (c) => c.notNull())
      .addColumn('start', whole, (c) => c.notNull())
      .addColumn('bytes', whole, (c) => c.notNull())
      // Name of the file in the store.
      .addColumn('name', 'text', (c) => c.notNull().unique())
      // False while the file is being stored.
      .addColumn('is_whole', booleanType(engine), booleanDefault(engine, false))
      .execute();
    await db.schema.createIndex('resumable_parts_token').on('resumable_parts').column('token').execute();
    await db.schema
      .createIndex('resumable_uploads_by')
      .on('resumable_uploads')
      .column('created_by')
      .execute();
  },
};
