import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the time until which a browser may store a part directly. Null: a node stores it, as in older
 * programs.
 */
export const directParts: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const whole = wholeType(engineOf(db as Db));
    await db.schema.alterTable('resumable_parts').addColumn('address_expires_at', whole).execute();
  },
};
