import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds passkeys, and the open challenges of their registration and use. */
export const passkeys: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('passkeys'), engine), engine)
      .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (c) => c.notNull().unique())
      .addColumn('public_key', 'text', (c) => c.notNull())
      // The account's id for authenticators: random, equal for all passkeys of the account.
      .addColumn('user_handle', 'text', (c) => c.notNull())
      // The authenticator's counter of uses; 0 for authenticators without one.
      .addColumn('sign_count', whole, (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('is_backed_up', booleanType(engine), booleanDefault(engine, false))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('last_used_at', whole)
      .execute();
    await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();

    await strict(db.schema.createTable('passkey_challenges'), engine)
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('user_handle', 'text')
      .addColumn('expires_at', whole, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('passkey_challenges_expiry')
      .on('passkey_challenges')
      .column('expires_at')
      .execute();
  },
};
