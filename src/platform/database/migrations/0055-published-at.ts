import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the time of an item's first publication, by which the feed is sorted. Published items get the time of
 * their creation. Null with `is_published`: published by an older program.
 */
export const publishedAt: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const whole = wholeType(engineOf(db as Db));
    for (const table of ['oceans', 'waves', 'droplets']) {
      await db.schema.alterTable(table).addColumn('published_at', whole).execute();
      await db
        .updateTable(table)
        .set({ published_at: sql.ref('created_at') })
        .where('is_published', '=', sql`true`)
        .execute();
    }
  },
};
