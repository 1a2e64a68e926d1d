import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the weekly letter. Older programs send queued letters without their headers. */
export const letters: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('letters'), engine), engine)
      .addColumn('user_id', whole, (c) => c.unique().references('users.id').onDelete('cascade'))
      .addColumn('signup_id', whole, (c) => c.unique().references('email_signups.id').onDelete('cascade'))
      .addColumn('day', whole, (c) => c.notNull())
      .addColumn('hour', whole, (c) => c.notNull())
      .addColumn('time_zone', 'text', (c) => c.notNull())
      .addColumn('frequency', 'text', (c) => c.notNull())
      .addColumn('paused_until', whole)
      .addColumn('next_at', whole)
      .addColumn('created_at', whole, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('letters_next').on('letters').column('next_at').execute();

    await strict(db.schema.createTable('letters_sent'), engine)
      .addColumn('letter_id', whole, (c) => c.notNull().references('letters.id').onDelete('cascade'))
      .addColumn('droplet_id', whole, (c) => c.notNull().references('droplets.id').onDelete('cascade'))
      .addColumn('at', whole, (c) => c.notNull())
      .addPrimaryKeyConstraint('letters_sent_key', ['letter_id', 'droplet_id'])
      .execute();
    await db.schema.createIndex('letters_sent_droplet').on('letters_sent').column('droplet_id').execute();
    // For the limit per hour.
    await db.schema.createIndex('letters_sent_at').on('letters_sent').column('at').execute();

    // A JSON object of further headers.
    await db.schema.alterTable('mails').addColumn('headers', 'text').execute();
    await db.schema
      .alterTable('mails')
      .addColumn('is_bulk', booleanType(engine), booleanDefault(engine, false))
      .execute();
  },
};
