import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds texts and exercises written in the administration. */
export const writings: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('writings'), engine), engine)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      // JSON list of the site's own files in the text. Its readers may fetch them.
      .addColumn('files', 'text', (c) => c.notNull())
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('created_by', whole)
      .addColumn('unused_since', whole)
      .addCheckConstraint('writings_kind', sql`kind in ('text', 'exercise')`)
      .execute();
    await db.schema.createIndex('writings_unused').on('writings').column('unused_since').execute();
  },
};
