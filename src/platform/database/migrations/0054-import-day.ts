import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the last day of an import’s access, such as `2030-11-25`, in the time zone of the choosing
 * administrator. The instant alone may be on the next day in other zones. Null: an older program started the
 * import.
 */
export const importDay: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema.alterTable('member_imports').addColumn('access_day', 'text').execute();
  },
};
