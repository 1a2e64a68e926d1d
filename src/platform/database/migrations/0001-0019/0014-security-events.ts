import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds security events of accounts, for their owners. Older programs write none. */
export const securityEvents: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('security_events'), engine), engine)
      .addColumn('at', whole, (c) => c.notNull())
      .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      // For example 'Firefox on Windows'. Null: caused by the program or another person.
      .addColumn('device', 'text')
      .execute();
    await db.schema
      .createIndex('security_events_user')
      .on('security_events')
      .columns(['user_id', 'id'])
      .execute();
    // For the sweep.
    await db.schema.createIndex('security_events_at').on('security_events').column('at').execute();
  },
};
