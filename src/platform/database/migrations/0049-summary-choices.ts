import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Adds the time at which an administrator stopped the weekly summary. Older programs still send it. */
export const summaryChoices: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('users')
      .addColumn('summary_stopped_at', wholeType(engineOf(db as Db)))
      .execute();
  },
};
