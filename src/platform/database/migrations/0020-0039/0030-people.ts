import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds indexes in the orders of the list of persons, so that a page is a range of an index. */
export const people: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const add = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns).execute();
    await add('users_since', 'users', ['created_at', 'id']);
    // For the list of subscribers.
    await add('users_role_since', 'users', ['role', 'created_at', 'id']);
    await add('users_role_name', 'users', ['role', 'username_key']);
    await add('email_signups_since', 'email_signups', ['created_at', 'id']);
    await add('email_signups_access', 'email_signups', ['has_access', 'created_at', 'id']);
    await add('sessions_seen', 'sessions', ['last_seen_at', 'user_id', 'id_hash']);
    // The mails of a person.
    await db.schema.createIndex('mails_recipient').on('mails').expression(sql`lower(recipient)`).execute();
  },
};
