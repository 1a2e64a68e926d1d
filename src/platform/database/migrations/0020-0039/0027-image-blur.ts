import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds tiny copies of uploaded pictures, shown while the pictures load. Older programs write none; the sweep
 * makes them.
 */
export const imageBlur: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await db.schema.alterTable('uploads').addColumn('blur', 'text').execute();
    for (const table of ['oceans', 'waves', 'droplets'])
      await db.schema.alterTable(table).addColumn('image_blur', 'text').execute();
  },
};
