import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds members' progress in droplets, and whether the site may store it. */
export const progress: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(db.schema.createTable('progress'), engine)
      .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('droplet_id', whole, (c) => c.notNull().references('droplets.id').onDelete('cascade'))
      .addColumn('position', whole, (c) => c.notNull())
      .addColumn('furthest', whole, (c) => c.notNull())
      .addColumn('seen_at', whole)
      .addColumn('at', whole, (c) => c.notNull())
      .addPrimaryKeyConstraint('progress_key', ['user_id', 'droplet_id'])
      .execute();
    await db.schema.createIndex('progress_droplet').on('progress').column('droplet_id').execute();

    await strict(db.schema.createTable('progress_choices'), engine)
      .addColumn('user_id', whole, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('remembers', booleanType(engine), booleanDefault(engine, true))
      .addColumn('forgotten_at', whole)
      .execute();
  },
};
