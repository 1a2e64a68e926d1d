import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds accounts' choices of theme, text size, motion and captions. */
export const comfort: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(db.schema.createTable('comfort'), engine)
      .addColumn('user_id', whole, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('theme', 'text', (c) => c.notNull())
      .addColumn('text_size', 'text', (c) => c.notNull())
      .addColumn('motion', 'text', (c) => c.notNull())
      .addColumn('captions', booleanType(engine), booleanDefault(engine, true))
      .execute();
  },
};
