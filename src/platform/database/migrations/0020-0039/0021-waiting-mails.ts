import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the mail sender's index of waiting messages by due time, with bulk separate. */
export const waitingMails: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema
      .createIndex('mails_waiting')
      .on('mails')
      .columns(['is_bulk', 'next_attempt_at', 'id'])
      .where(sql.ref('sent_at'), 'is', null)
      .execute();
  },
};
