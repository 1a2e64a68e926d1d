import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { bytesType, engineOf, strict, wholeType } from '../dialect.ts';
import type { Db } from '../open.ts';
import { indexTexts } from '../search/index-texts.ts';
import type { SearchedText } from '../search/terms.ts';

/** Droplets read and indexed at a time. */
const BATCH = 1000;

/** The search index and the use of keywords, filled from the droplets that are there; and a way to the drafts. */
export const search: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration stands before and after many shapes of the tables
  async up(db: Kysely<any>) {
    await createTables(db as Db);
    await sql`
      insert into keyword_uses (keyword, uses)
      select keyword, count(*) from droplet_keywords group by keyword`.execute(db);
    await indexAll(db as Db);
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
  // No foreign key: what is taken out is told by this row, also after the droplet itself has gone.
  await strict(db.schema.createTable('search_documents'), engine)
    .addColumn('id', whole, (c) => c.primaryKey().notNull())
    .addColumn('entries', 'text', (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('search_words'), engine)
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('word', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('search_words_pk', ['key', 'word'])
    .execute();
  // Drafts are few: partial indexes find them without a look at what is published.
  for (const table of ['waves', 'droplets'] as const)
    await db.schema
      .createIndex(`${table}_drafts`)
      .on(table)
      .column('id')
      .where(sql.ref('is_published'), '=', sql.lit(false))
      .execute();
}

async function indexAll(db: Db) {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('droplets')
      .select(['id', 'title', 'description', 'keywords'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const texts = rows.map(({ id, title, description, keywords }): [number, SearchedText] => [
      id,
      { title, description, keywords: JSON.parse(keywords) as string[] },
    ]);
    await indexTexts(db, new Map(texts));
    last = rows.at(-1)?.id ?? last;
  }
}
