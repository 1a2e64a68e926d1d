import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/**
 * Adds refunds by administrators, subscriptions ended at once by them, totals of all subscriptions, and the
 * orders of the list of subscriptions.
 */
export const adminRefunds: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    // Time at which an administrator ended its access at once.
    await db.schema.alterTable('subscriptions').addColumn('closed_at', whole).execute();
    // Time at which an open subscription became refunded, disputed or permanently unpaid.
    await db.schema.alterTable('subscriptions').addColumn('ended_at', whole).execute();

    // A separate table, because older programs refund each payment in `refunds` in full.
    await strict(addId(db.schema.createTable('admin_refunds'), engine), engine)
      .addColumn('subscription_id', whole, (c) => c.notNull().references('subscriptions.id'))
      .addColumn('payment_id', whole, (c) => c.notNull().references('payments.id'))
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('cents', whole, (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('set null'))
      // Idempotency key of the administrator's press, used at the provider too.
      .addColumn('request_id', 'text', (c) => c.notNull().unique())
      // The provider's id of the refund, which its webhook event contains too.
      .addColumn('provider_id', 'text')
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('due'))
      .addColumn('attempts', whole, (c) => c.notNull().defaultTo(0))
      // Null: no further attempt.
      .addColumn('next_attempt_at', whole)
      .addColumn('last_error', 'text')
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('updated_at', whole, (c) => c.notNull())
      .addCheckConstraint('admin_refunds_cents', sql`cents > 0`)
      .addCheckConstraint('admin_refunds_status', sql`status in ('due', 'done', 'refused', 'dismissed')`)
      .execute();
    const add = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns).execute();
    await add('admin_refunds_due', 'admin_refunds', ['status', 'next_attempt_at']);
    await add('admin_refunds_subscription', 'admin_refunds', ['subscription_id']);
    await add('admin_refunds_payment', 'admin_refunds', ['payment_id']);
    await add('admin_refunds_user', 'admin_refunds', ['user_id']);

    // Data of the sandbox provider.
    await strict(addId(db.schema.createTable('sandbox_refunds'), engine), engine)
      .addColumn('payment_id', 'text', (c) => c.notNull())
      .addColumn('request_id', 'text', (c) => c.notNull().unique())
      .addColumn('cents', whole, (c) => c.notNull())
      .execute();
    await add('sandbox_refunds_payment', 'sandbox_refunds', ['payment_id']);

    // Sums, so that a page with totals reads no subscriptions.
    await strict(db.schema.createTable('subscription_totals'), engine)
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('value', whole, (c) => c.notNull())
      .addColumn('counted_at', whole, (c) => c.notNull())
      .execute();

    await add('subscriptions_status', 'subscriptions', ['status', 'id']);
    await db.schema
      .createIndex('subscriptions_next')
      .on('subscriptions')
      .expression(sql`status, coalesce(next_payment_at, access_until), id`)
      .execute();
    await add('payments_paid', 'payments', ['paid_at', 'status', 'cents', 'refunded_cents']);
    await add('payment_events_subscription', 'payment_events', ['subscription_id']);
  },
};
