import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds droplets that members want to see again. */
export const again: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(db.schema.createTable('again_marks'), engine)
      .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('droplet_id', whole, (c) => c.notNull().references('droplets.id').onDelete('cascade'))
      .addColumn('step', whole)
      .addColumn('at', whole, (c) => c.notNull())
      .addPrimaryKeyConstraint('again_marks_key', ['user_id', 'droplet_id'])
      .execute();
    await db.schema.createIndex('again_marks_droplet').on('again_marks').column('droplet_id').execute();
  },
};
