import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/** Adds gift codes, and their redemptions. */
export const giftCodes: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('gift_codes'), engine), engine)
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('code_key', 'text', (c) => c.notNull().unique())
      .addColumn('request_key', 'text', (c) => c.notNull().unique())
      .addColumn('months', whole, (c) => c.notNull())
      .addColumn('uses', whole, (c) => c.notNull())
      .addColumn('used', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('ends_at', whole, (c) => c.notNull())
      .addColumn('invited', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('created_by', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('withdrawn_at', whole)
      .addCheckConstraint('gift_codes_used', sql`used between 0 and uses`)
      .execute();
    await db.schema.createIndex('gift_codes_created_by').on('gift_codes').column('created_by').execute();

    await strict(addId(db.schema.createTable('gift_redemptions'), engine), engine)
      .addColumn('code_id', whole, (c) => c.notNull().references('gift_codes.id').onDelete('cascade'))
      // Null: the account was deleted. Its use of the code still counts.
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('grant_id', whole, (c) => c.references('access_grants.id').onDelete('set null'))
      .addColumn('redeemed_at', whole, (c) => c.notNull())
      .execute();
    // An account redeems a code at most once.
    await db.schema
      .createIndex('gift_redemptions_once')
      .unique()
      .on('gift_redemptions')
      .columns(['code_id', 'user_id'])
      .execute();
    for (const column of ['user_id', 'grant_id'])
      await db.schema
        .createIndex(`gift_redemptions_${column}`)
        .on('gift_redemptions')
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute();
  },
};
