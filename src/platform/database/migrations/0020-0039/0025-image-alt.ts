import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds descriptions of items' pictures. Null means a decorative picture, which is what older programs write.
 */
export const imageAlt: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    for (const table of ['oceans', 'waves', 'droplets'])
      await db.schema.alterTable(table).addColumn('image_alt', 'text').execute();
  },
};
