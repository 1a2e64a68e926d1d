import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the terms of each subscription, and the provider's plans for prices set by an administrator. Rows
 * without a plan have the original terms: $20.00 a month.
 */
export const prices: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    const add = (table: string, column: string, type: 'text' | typeof whole) =>
      db.schema.alterTable(table).addColumn(column, type).execute();
    // The provider's plan; null: the plan of the configuration.
    await add('subscriptions', 'plan_id', 'text');
    await add('subscriptions', 'price_cents', whole);
    await add('subscriptions', 'price_currency', 'text');
    await add('subscriptions', 'price_interval', 'text');
    // Time of the next check of a row with its own plan, which older programs must not check.
    await add('subscriptions', 'terms_check_at', whole);
    await db.schema
      .createIndex('subscriptions_terms_due')
      .on('subscriptions')
      .column('terms_check_at')
      .execute();

    await strict(addId(db.schema.createTable('billing_plans'), engine), engine)
      .addColumn('provider', 'text', (c) => c.notNull())
      // The provider's account, because its ids are unknown in another one.
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('cents', whole, (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('price_interval', 'text', (c) => c.notNull())
      // Idempotency key of the creation at the provider.
      .addColumn('request_id', 'text', (c) => c.notNull())
      // The provider's id; null until it is known.
      .addColumn('plan_id', 'text')
      .addColumn('created_at', whole, (c) => c.notNull())
      .addUniqueConstraint('billing_plans_terms', [
        'provider',
        'account',
        'cents',
        'currency',
        'price_interval',
      ])
      .execute();

    await add('sandbox_subscriptions', 'cents', whole);
    await add('sandbox_subscriptions', 'price_interval', 'text');
  },
};
