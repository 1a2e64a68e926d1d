import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Adds until when a browser may store a part itself. Null: a node stores it, as older programs do. */
export const directParts: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const whole = wholeType(engineOf(db as Db));
    await db.schema.alterTable('resumable_parts').addColumn('address_expires_at', whole).execute();
  },
};
