import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds time-based codes and recovery codes of administrators. */
export const secondFactor: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    // First login as an administrator without a second factor. The next one may be refused.
    await db.schema.alterTable('users').addColumn('admin_login_at', whole).execute();

    await strict(db.schema.createTable('totp_secrets'), engine)
      .addColumn('user_id', whole, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('created_at', whole, (c) => c.notNull())
      // Null until a code has proven that the app has the secret.
      .addColumn('confirmed_at', whole)
      // Time step of the last code, so that no code works twice.
      .addColumn('last_step', whole)
      .execute();

    await strict(addId(db.schema.createTable('recovery_codes'), engine), engine)
      .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addColumn('used_at', whole)
      .execute();
    await db.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute();
  },
};
