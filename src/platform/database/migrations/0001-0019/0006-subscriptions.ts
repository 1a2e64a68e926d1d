import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds subscriptions, payments, webhook events, and the data of the sandbox provider. */
export const subscriptions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    // End of the role `subscriber`; null for a role given by hand, which has no end.
    await db.schema.alterTable('users').addColumn('subscriber_until', whole).execute();

    await strict(addId(db.schema.createTable('subscriptions'), engine), engine)
      // The site's id, sent to the provider at the creation. It links a subscription to its checkout.
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_id', 'text')
      .addColumn('approve_url', 'text')
      // The owner: an account or, until an account claims it, the browser that paid.
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('browser_hash', 'text')
      .addColumn('email_key', 'text')
      .addColumn('status', 'text', (c) => c.notNull())
      // Intended state at the provider: payments continue, pause (a cancellation that can be undone), or end.
      .addColumn('wish', 'text', (c) => c.notNull().defaultTo('renew'))
      // Time of the last cancellation. It distinguishes the site's suspension, which can be resumed, from the
      // provider's after failed payments.
      .addColumn('paused_at', whole)
      .addColumn('activated_at', whole)
      .addColumn('paid_through', whole)
      .addColumn('next_payment_at', whole)
      .addColumn('access_until', whole)
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('updated_at', whole, (c) => c.notNull())
      // Increases with every write, so that an earlier response of the provider never replaces a later one.
      .addColumn('version', whole, (c) => c.notNull().defaultTo(1))
      // Time of the next request to the provider; null for none.
      .addColumn('next_check_at', whole)
      .addColumn('failed_checks', whole, (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('subscriptions_provider_id', ['provider', 'provider_id'])
      .addCheckConstraint(
        'subscriptions_status',
        sql`status in ('created', 'pending', 'active', 'past_due', 'cancelled', 'expired', 'refunded',
          'disputed', 'refused', 'abandoned')`,
      )
      .addCheckConstraint('subscriptions_wish', sql`wish in ('renew', 'pause', 'stop')`)
      .execute();
    await db.schema.createIndex('subscriptions_user').on('subscriptions').column('user_id').execute();
    await db.schema.createIndex('subscriptions_browser').on('subscriptions').column('browser_hash').execute();
    await db.schema.createIndex('subscriptions_email').on('subscriptions').column('email_key').execute();
    await db.schema.createIndex('subscriptions_due').on('subscriptions').column('next_check_at').execute();
    // One open checkout per payer, even when several tabs start one at once.
    await db.schema
      .createIndex('subscriptions_one_checkout_of_user')
      .unique()
      .on('subscriptions')
      .column('user_id')
      .where(sql<boolean>`status in ('created', 'pending')`)
      .execute();
    await db.schema
      .createIndex('subscriptions_one_checkout_of_browser')
      .unique()
      .on('subscriptions')
      .column('browser_hash')
      .where(sql<boolean>`status in ('created', 'pending')`)
      .execute();

    await strict(addId(db.schema.createTable('payments'), engine), engine)
      .addColumn('subscription_id', whole, (c) => c.notNull().references('subscriptions.id'))
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('cents', whole)
      .addColumn('currency', 'text')
      .addColumn('refunded_cents', whole, (c) => c.notNull().defaultTo(0))
      // Null while only the refund is known.
      .addColumn('paid_at', whole)
      // Time of the refund or reversal.
      .addColumn('undone_at', whole)
      .addUniqueConstraint('payments_provider_id', ['provider', 'provider_id'])
      .addCheckConstraint('payments_status', sql`status in ('completed', 'refunded', 'reversed')`)
      .execute();
    await db.schema.createIndex('payments_subscription').on('payments').column('subscription_id').execute();

    // Repeated events count once.
    await strict(addId(db.schema.createTable('payment_events'), engine), engine)
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_id', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('subscription_id', whole, (c) => c.references('subscriptions.id'))
      .addColumn('received_at', whole, (c) => c.notNull())
      .addUniqueConstraint('payment_events_once', ['provider', 'provider_id'])
      .execute();

    // Data of the sandbox provider, used only in test mode.
    await strict(db.schema.createTable('sandbox_subscriptions'), engine)
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('approved_at', whole)
      // Time at which payments stopped.
      .addColumn('stopped_at', whole)
      .execute();
  },
};
