import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, strictByKey, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Adds the weeks with a mailed summary. */
export const usageSummaries: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strictByKey(db.schema.createTable('usage_summaries'), engine)
      // The week's Monday, in days since 1970-01-01 in UTC.
      .addColumn('monday', whole, (c) => c.notNull().primaryKey())
      .addColumn('at', whole, (c) => c.notNull())
      .execute();
  },
};
