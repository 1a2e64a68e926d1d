import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, strictByKey, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the health page's stored state: backups, links of the content, and reported problems. */
export const health: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('backups'), engine), engine)
      .addColumn('at', whole, (c) => c.notNull())
      .addColumn('bytes', whole)
      .addColumn('uploads', whole)
      .addColumn('problem', 'text')
      .execute();
    await strict(addId(db.schema.createTable('content_links'), engine), engine)
      .addColumn('url', 'text', (c) => c.notNull())
      // SHA-256 of the address, because addresses may be longer than an index allows.
      .addColumn('url_key', 'text', (c) => c.notNull().unique())
      .addColumn('item_type', 'text', (c) =>
        c.notNull().check(sql`item_type in ('ocean', 'wave', 'droplet')`),
      )
      // No foreign key, because the next walk through the content removes links of deleted items.
      .addColumn('item_id', whole, (c) => c.notNull())
      .addColumn('state', 'text')
      .addColumn('failures', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('checked_at', whole)
      .addColumn('next_check_at', whole, (c) => c.notNull())
      .addColumn('walked_at', whole, (c) => c.notNull())
      .addColumn('dismissed_at', whole)
      .execute();
    await db.schema
      .createIndex('content_links_due')
      .on('content_links')
      .columns(['next_check_at', 'id'])
      .execute();
    await db.schema
      .createIndex('content_links_broken')
      .on('content_links')
      .columns(['id', 'failures'])
      .where(sql.ref('failures'), '>', sql.lit(0))
      .execute();
    await strictByKey(db.schema.createTable('health_problems'), engine)
      .addColumn('name', 'text', (c) => c.notNull().primaryKey())
      .addColumn('first_seen_at', whole, (c) => c.notNull())
      .addColumn('last_seen_at', whole, (c) => c.notNull())
      .addColumn('mailed_at', whole)
      .execute();
    await strictByKey(db.schema.createTable('health_notes'), engine)
      .addColumn('name', 'text', (c) => c.notNull().primaryKey())
      .addColumn('at', whole, (c) => c.notNull())
      .addColumn('details', 'text', (c) => c.notNull())
      .execute();
  },
};
