import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index of links by the outcome of their check, such as those disallowed by robots.txt. */
export const unaskedLinks: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema.createIndex('content_links_state').on('content_links').columns(['state', 'id']).execute();
  },
};
