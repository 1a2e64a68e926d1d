import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Every item counts its changes, so that an editor who began from an older state is told. */
export const itemVersions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration stands before and after many shapes of the tables
  async up(db: Kysely<any>) {
    const whole = wholeType(engineOf(db as Db));
    for (const table of ['oceans', 'waves', 'droplets'])
      await db.schema
        .alterTable(table)
        .addColumn('version', whole, (c) => c.notNull().defaultTo(1))
        .execute();
  },
};
