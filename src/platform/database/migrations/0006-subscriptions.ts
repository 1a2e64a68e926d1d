import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Who pays, until when, and what the payment provider has said about it. */
export const subscriptions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration stands before and after many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    // Until when the role `subscriber` holds; null: without an end (given by hand).
    await db.schema.alterTable('users').addColumn('subscriber_until', whole).execute();

    await strict(addId(db.schema.createTable('subscriptions'), engine), engine)
      // Ours, given to the provider at the creation: it proves which checkout a subscription came from.
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_id', 'text')
      .addColumn('approve_url', 'text')
      // Whose it is: an account's, or until one claims it the browser's that paid.
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('browser_hash', 'text')
      .addColumn('email_key', 'text')
      .addColumn('status', 'text', (c) => c.notNull())
      // What the provider is to be brought to: payments go on, pause (a cancellation that can be undone), or end.
      .addColumn('wish', 'text', (c) => c.notNull().defaultTo('renew'))
      // When a cancellation was last asked for: a suspension without failed payments is then ours, and may be resumed.
      .addColumn('paused_at', whole)
      .addColumn('activated_at', whole)
      .addColumn('paid_through', whole)
      .addColumn('next_payment_at', whole)
      .addColumn('access_until', whole)
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('updated_at', whole, (c) => c.notNull())
      // Moves with every write: what was asked of the provider earlier never replaces what was asked later.
      .addColumn('version', whole, (c) => c.notNull().defaultTo(1))
      // When the provider is asked again; null: no more.
      .addColumn('next_check_at', whole)
      .addColumn('failed_checks', whole, (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('subscriptions_provider_id', ['provider', 'provider_id'])
      .addCheckConstraint(
        'subscriptions_status',
        sql`status in ('created', 'pending', 'active', 'past_due', 'cancelled', 'expired', 'refunded', 'disputed', 'refused', 'abandoned')`,
      )
      .addCheckConstraint('subscriptions_wish', sql`wish in ('renew', 'pause', 'stop')`)
      .execute();
    await db.schema.createIndex('subscriptions_user').on('subscriptions').column('user_id').execute();
    await db.schema.createIndex('subscriptions_browser').on('subscriptions').column('browser_hash').execute();
    await db.schema.createIndex('subscriptions_email').on('subscriptions').column('email_key').execute();
    await db.schema.createIndex('subscriptions_due').on('subscriptions').column('next_check_at').execute();
    // One open checkout for one payer, however many tabs press the button at once.
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
      // Null: only its refund was heard of so far.
      .addColumn('paid_at', whole)
      // When it was refunded or reversed.
      .addColumn('undone_at', whole)
      .addUniqueConstraint('payments_provider_id', ['provider', 'provider_id'])
      .addCheckConstraint('payments_status', sql`status in ('completed', 'refunded', 'reversed')`)
      .execute();
    await db.schema.createIndex('payments_subscription').on('payments').column('subscription_id').execute();

    // A notice counts once, however often it is sent.
    await strict(addId(db.schema.createTable('payment_events'), engine), engine)
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('provider_id', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('subscription_id', whole, (c) => c.references('subscriptions.id'))
      .addColumn('received_at', whole, (c) => c.notNull())
      .addUniqueConstraint('payment_events_once', ['provider', 'provider_id'])
      .execute();

    // The test provider's own books: only where payments are tests.
    await strict(db.schema.createTable('sandbox_subscriptions'), engine)
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('approved_at', whole)
      // Since when no payments are taken.
      .addColumn('stopped_at', whole)
      .execute();
  },
};
