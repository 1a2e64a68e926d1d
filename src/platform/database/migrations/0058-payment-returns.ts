import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the refunds and reversals of payments as rows with a date and an amount each, also those of before.
 * Their time is not stored if only the provider's list named them: then it is the end of the subscription.
 */
export const paymentReturns: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('payment_returns'), engine), engine)
      .addColumn('payment_id', whole, (c) => c.notNull().references('payments.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('cents', whole, (c) => c.notNull())
      .addColumn('provider_id', 'text')
      .addColumn('returned_at', whole, (c) => c.notNull())
      .addCheckConstraint('payment_returns_kind', sql`kind in ('refund', 'reversal')`)
      .addCheckConstraint('payment_returns_cents', sql`cents > 0`)
      .execute();
    const add = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('payment_returns').columns(columns).execute();
    await add('payment_returns_payment', ['payment_id']);
    await add('payment_returns_at', ['returned_at', 'id']);
    // The few payments of which money went back, to find those without a row.
    await db.schema
      .createIndex('payments_undone')
      .on('payments')
      .column('id')
      .where(sql<boolean>`status <> 'completed' or refunded_cents > 0`)
      .execute();

    await sql`
      insert into payment_returns (payment_id, kind, cents, provider_id, returned_at)
      select payment_id, 'refund', cents, provider_id, updated_at
      from admin_refunds where status = 'done' order by updated_at, id`.execute(db);
    const lost = sql`case payments.status when 'completed' then payments.refunded_cents
      else coalesce(payments.cents, payments.refunded_cents) end`;
    const known = sql`coalesce(
      (select sum(cents) from payment_returns where payment_returns.payment_id = payments.id), 0)`;
    await sql`
      insert into payment_returns (payment_id, kind, cents, provider_id, returned_at)
      select payments.id, case payments.status when 'reversed' then 'reversal' else 'refund' end,
        ${lost} - ${known}, null,
        coalesce(payments.undone_at, subscriptions.ended_at, subscriptions.updated_at)
      from payments inner join subscriptions on subscriptions.id = payments.subscription_id
      where (payments.status <> 'completed' or payments.refunded_cents > 0) and ${lost} > ${known}
      order by payments.id`.execute(db);
  },
};
