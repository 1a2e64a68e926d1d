import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the times at which an item goes live and is taken down. They are columns of the items, so that the
 * trash of older programs contains them too.
 */
export const schedule: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const whole = wholeType(engineOf(db as Db));
    for (const table of ['oceans', 'waves', 'droplets']) {
      for (const column of ['publish_at', 'unpublish_at', 'publish_stopped_at'])
        await db.schema.alterTable(table).addColumn(column, whole).execute();
      for (const column of ['publish_at', 'unpublish_at'])
        await db.schema
          .createIndex(`${table}_${column}`)
          .on(table)
          .column(column)
          .where(sql.ref(column), 'is not', null)
          .execute();
    }
  },
};
