import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';

/**
 * Adds the times at which members removed favorites, so that earlier presses that arrive late have no effect.
 */
export const removedFavorites: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('removed_favorites'), engine), engine)
      .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('item_type', 'text', (c) => c.notNull())
      .addColumn('item_id', whole, (c) => c.notNull())
      .addColumn('removed_at', whole, (c) => c.notNull())
      .addUniqueConstraint('removed_favorites_once', ['user_id', 'item_type', 'item_id'])
      .addCheckConstraint('removed_favorites_type', sql`item_type in ('ocean', 'wave', 'droplet')`)
      .execute();
    await db.schema
      .createIndex('removed_favorites_at')
      .on('removed_favorites')
      .column('removed_at')
      .execute();
  },
};
