import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds indexes for the sweeps of expired rows and for a person's mailed links, instead of reading whole
 * tables.
 */
export const sweptRows: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema.createIndex('sessions_created').on('sessions').column('created_at').execute();
    await db.schema.createIndex('mails_created').on('mails').column('created_at').execute();
    await db.schema
      .createIndex('payment_events_received')
      .on('payment_events')
      .column('received_at')
      .execute();
    await db.schema
      .createIndex('email_tokens_user')
      .on('email_tokens')
      .column('user_id')
      .where(sql.ref('user_id'), 'is not', null)
      .execute();
  },
};
