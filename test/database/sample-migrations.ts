import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const failing: Migration = {
  async up(db) {
    await sql`update users set username = 'half' where id = 1`.execute(db);
    await sql`alter table users add column half integer`.execute(db);
    await db.schema.createTable('half').addColumn('id', 'integer').execute();
    throw new Error('in its middle');
  },
};
export const good: Migration = {
  async up(db) {
    await db.schema
      .createTable('whole')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .execute();
  },
};
