import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { bytesType, engineOf, strict, wholeType } from '../../../dialect.ts';
import type { Db } from '../../../open.ts';
import { fillIndex } from './fill-index.ts';

/**
 * Adds the search index and the keyword counts, filled from the existing droplets, and indexes for drafts.
 */
export const search: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    await createTables(db as Db);
    await sql`
      insert into keyword_uses (keyword, uses)
      select keyword, count(*) from droplet_keywords group by keyword`.execute(db);
    await fillIndex(db as Db);
    await sql`update catalogue_version set version = version + 1`.execute(db);
  },
};

async function createTables(db: Db) {
  const engine = engineOf(db);
  const whole = wholeType(engine);
  await strict(db.schema.createTable('keyword_uses'), engine)
    .addColumn('keyword', 'text', (c) => c.primaryKey().notNull())
    .addColumn('uses', whole, (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('search_postings'), engine)
    .addColumn('term', 'text', (c) => c.notNull())
    .addColumn('block', whole, (c) => c.notNull())
    .addColumn('ids', bytesType(engine), (c) => c.notNull())
    .addPrimaryKeyConstraint('search_postings_pk', ['term', 'block'])
    .execute();
  // No foreign key, because after a droplet's deletion this row still lists its entries in the index.
  await strict(db.schema.createTable('search_documents'), engine)
    .addColumn('id', whole, (c) => c.primaryKey().notNull())
    .addColumn('entries', 'text', (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('search_words'), engine)
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('word', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('search_words_pk', ['key', 'word'])
    .execute();
  // Drafts are few, so partial indexes find them without reading the published rows.
  for (const table of ['waves', 'droplets'] as const)
    await db.schema
      .createIndex(`${table}_drafts`)
      .on(table)
      .column('id')
      .where(sql.ref('is_published'), '=', sql.lit(false))
      .execute();
}
