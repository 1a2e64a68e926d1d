import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds links by the outcome of their check, such as those of sites that keep programs out. */
export const unaskedLinks: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema.createIndex('content_links_state').on('content_links').columns(['state', 'id']).execute();
  },
};
