import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index of addresses without access, which all nodes read after each change of the catalogue. */
export const revokedSignups: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema
      .createIndex('email_signups_revoked')
      .on('email_signups')
      .column('email_key')
      .where(sql<boolean>`has_access = false`)
      .execute();
  },
};
