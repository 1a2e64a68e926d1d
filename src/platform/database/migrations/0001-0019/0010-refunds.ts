import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds refunds by the site, webhook events about money without a match, and refused calls. */
export const refunds: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    // Payments after this instant are not owed, and are refunded. Null: all are owed.
    await db.schema.alterTable('subscriptions').addColumn('refund_after', whole).execute();
    // The call that the provider refused permanently. It is not repeated.
    await db.schema.alterTable('subscriptions').addColumn('refused_action', 'text').execute();
    // Consecutive calls after which the provider's state still differed from the intended one.
    await db.schema
      .alterTable('subscriptions')
      .addColumn('action_failures', whole, (c) => c.notNull().defaultTo(0))
      .execute();

    // The event's payment, refund or dispute (JSON), while its subscription is unknown.
    await db.schema.alterTable('payment_events').addColumn('details', 'text').execute();
    await db.schema.alterTable('payment_events').addColumn('state', 'text').execute();
    await db.schema
      .createIndex('payment_events_state')
      .on('payment_events')
      .column('state')
      .where(sql<boolean>`state is not null`)
      .execute();

    await strict(addId(db.schema.createTable('refunds'), engine), engine)
      .addColumn('subscription_id', whole, (c) => c.notNull().references('subscriptions.id'))
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('payment_id', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      // Idempotency key at the provider.
      .addColumn('request_id', 'text', (c) => c.notNull().unique())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('attempts', whole, (c) => c.notNull().defaultTo(0))
      // Null: no further attempt.
      .addColumn('next_attempt_at', whole)
      .addColumn('last_error', 'text')
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('updated_at', whole, (c) => c.notNull())
      .addUniqueConstraint('refunds_once', ['provider', 'payment_id'])
      .addCheckConstraint('refunds_status', sql`status in ('due', 'done', 'refused', 'dismissed')`)
      .execute();
    await db.schema.createIndex('refunds_due').on('refunds').column('next_attempt_at').execute();
    await db.schema.createIndex('refunds_subscription').on('refunds').column('subscription_id').execute();
  },
};
