import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the lessons chosen for a member's return, so that all devices show the same ones. */
export const welcomes: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    await strict(db.schema.createTable('welcomes'), engine)
      .addColumn('user_id', wholeType(engine), (c) =>
        c.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .execute();
  },
};
