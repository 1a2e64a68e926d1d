import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the expiration of mails, which is that of their links. */
export const mailExpiry: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('mails')
      .addColumn('expires_at', wholeType(engineOf(db as Db)))
      .execute();
  },
};
