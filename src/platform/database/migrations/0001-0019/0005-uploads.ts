import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds uploads, and marks the picture among an item's own files, which locked items show too. */
export const uploads: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('uploads'), engine), engine)
      // First 32 hex digits of the content's SHA-256, and the name of the file.
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('bytes', whole, (c) => c.notNull())
      .addColumn('width', whole)
      .addColumn('height', whole)
      // JSON object of every stored file and its size in bytes.
      .addColumn('files', 'text', (c) => c.notNull())
      .addColumn('original_name', 'text', (c) => c.notNull())
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('uploaded_by', whole, (c) => c.references('users.id').onDelete('set null'))
      // False while the files are being stored.
      .addColumn('is_whole', booleanType(engine), booleanDefault(engine, false))
      // Time at which the sweep first found no reference; null while in use.
      .addColumn('unused_since', whole)
      .addCheckConstraint('uploads_kind', sql`kind in ('image', 'video', 'audio', 'captions')`)
      .execute();
    await db.schema.createIndex('uploads_hash').on('uploads').column('hash').execute();
    await db.schema.createIndex('uploads_by').on('uploads').column('uploaded_by').execute();
    await db.schema
      .alterTable('media_references')
      .addColumn('is_picture', booleanType(engine), booleanDefault(engine, false))
      .execute();
  },
};
