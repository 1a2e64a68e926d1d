import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the language of an item's captions, and its captions in other languages. Older programs write neither:
 * null is the site's language, and an empty list means none.
 */
export const furtherCaptions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    for (const table of ['oceans', 'waves', 'droplets']) {
      await db.schema.alterTable(table).addColumn('captions_language', 'text').execute();
      await db.schema
        .alterTable(table)
        .addColumn('further_captions', 'text', (c) => c.notNull().defaultTo('[]'))
        .execute();
    }
  },
};
