import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds a version to every item, so that a save based on an older version is refused. */
export const itemVersions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const whole = wholeType(engineOf(db as Db));
    for (const table of ['oceans', 'waves', 'droplets'])
      await db.schema
        .alterTable(table)
        .addColumn('version', whole, (c) => c.notNull().defaultTo(1))
        .execute();
  },
};
