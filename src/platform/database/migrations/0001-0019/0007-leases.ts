import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds leases: the node that runs a recurring task, and the lease's end. */
export const leases: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    await strict(db.schema.createTable('leases'), engine)
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('expires_at', wholeType(engine), (c) => c.notNull())
      .execute();
  },
};
