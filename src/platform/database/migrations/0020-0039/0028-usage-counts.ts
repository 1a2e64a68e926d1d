import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, strictByKey, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds counts of uses, and indexes for counting new sign-ups, members and payers of a period. */
export const usageCounts: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strictByKey(db.schema.createTable('usage_counts'), engine)
      // Days since 1970-01-01 in UTC. Keys begin with the day, because queries read a period.
      .addColumn('day', whole, (c) => c.notNull())
      .addColumn('event', 'text', (c) =>
        c.notNull().check(sql`event in ('opened', 'half', 'finished', 'saved', 'shared')`),
      )
      .addColumn('item_type', 'text', (c) =>
        c.notNull().check(sql`item_type in ('ocean', 'wave', 'droplet')`),
      )
      // No foreign key, because counts outlive their item.
      .addColumn('item_id', whole, (c) => c.notNull())
      .addColumn('n', whole, (c) => c.notNull().check(sql`n > 0`))
      .addPrimaryKeyConstraint('usage_counts_key', ['day', 'event', 'item_type', 'item_id'])
      .execute();
    await strictByKey(db.schema.createTable('referrer_counts'), engine)
      .addColumn('day', whole, (c) => c.notNull())
      .addColumn('host', 'text', (c) => c.notNull().check(sql`length(host) <= 100`))
      .addColumn('n', whole, (c) => c.notNull().check(sql`n > 0`))
      .addPrimaryKeyConstraint('referrer_counts_key', ['day', 'host'])
      .execute();
    await strictByKey(db.schema.createTable('search_counts'), engine)
      .addColumn('day', whole, (c) => c.notNull())
      .addColumn('words', 'text', (c) =>
        c.notNull().check(sql`length(words) between 1 and 60 and words not like '%@%'`),
      )
      .addColumn('n', whole, (c) => c.notNull().check(sql`n > 0`))
      .addPrimaryKeyConstraint('search_counts_key', ['day', 'words'])
      .execute();
    await db.schema.createIndex('email_signups_created').on('email_signups').column('created_at').execute();
    await db.schema.createIndex('users_usage_created').on('users').columns(['created_at', 'role']).execute();
    await db.schema
      .createIndex('subscriptions_activated')
      .on('subscriptions')
      .column('activated_at')
      .execute();
  },
};
