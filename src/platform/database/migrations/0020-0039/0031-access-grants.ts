import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Value of `users.granted_until` for a grant without end, in epoch ms: the last instant of a date. */
const NO_END = 8_640_000_000_000_000;

/**
 * Adds granted access, separate from the role. A person made a subscriber by hand, without end, gets a grant.
 * The role stays, because older programs read only the role.
 */
export const accessGrants: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('access_grants'), engine), engine)
      // The account, or an address that no account has verified yet.
      .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('email_key', 'text')
      .addColumn('starts_at', whole, (c) => c.notNull())
      // Null: without end.
      .addColumn('ends_at', whole)
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('granted_by', whole, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', whole, (c) => c.notNull())
      .addColumn('withdrawn_at', whole)
      .addColumn('withdrawn_by', whole, (c) => c.references('users.id').onDelete('set null'))
      .addCheckConstraint('access_grants_whose', sql`(user_id is null) <> (email_key is null)`)
      .addCheckConstraint('access_grants_span', sql`ends_at > starts_at`)
      .execute();
    for (const column of ['user_id', 'email_key', 'granted_by', 'withdrawn_by'])
      await db.schema
        .createIndex(`access_grants_${column}`)
        .on('access_grants')
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute();

    // End of all grants of an account, so that requests need no lookup of grants.
    await db.schema.alterTable('users').addColumn('granted_until', whole).execute();
    // For the list of persons with grants.
    for (const [name, columns] of [
      ['since', ['created_at', 'id']],
      ['name', ['username_key']],
    ] as const)
      await db.schema
        .createIndex(`users_granted_${name}`)
        .on('users')
        .columns([...columns])
        .where(sql.ref('granted_until'), 'is not', null)
        .execute();

    const byHand = sql`role = 'subscriber' and subscriber_until is null`;
    await sql`insert into access_grants (user_id, starts_at, reason, source, created_at)
      select id, ${Date.now()}, 'Made a subscriber by hand', 'owner', ${Date.now()} from users
      where ${byHand}`.execute(db);
    await sql`update users set granted_until = ${NO_END} where ${byHand}`.execute(db);
  },
};
