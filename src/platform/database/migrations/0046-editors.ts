import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the time at which an account became an editor's. It is not a value of `role`, because the column's
 * constraint allows none, and older programs must treat an editor as a member.
 */
export const editors: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('users')
      .addColumn('editor_since', wholeType(engineOf(db as Db)))
      .execute();
    await db.schema
      .createIndex('users_editors')
      .on('users')
      .columns(['created_at', 'id'])
      .where(sql.ref('editor_since'), 'is not', null)
      .execute();
  },
};
