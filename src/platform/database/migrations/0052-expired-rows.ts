import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds indexes of expired links and limits for the sweeps, which delete them in parts. */
export const expiredRows: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema.createIndex('email_tokens_expires').on('email_tokens').column('expires_at').execute();
    await db.schema.createIndex('rate_limits_resets').on('rate_limits').column('resets_at').execute();
  },
};
