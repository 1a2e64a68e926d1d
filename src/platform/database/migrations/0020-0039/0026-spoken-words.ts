import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the words of uploaded captions, and the indexed ones. The sweep fills both. */
export const spokenWords: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    await db.schema.alterTable('uploads').addColumn('spoken_words', 'text').execute();
    // No foreign key, because after a droplet's deletion this row still lists its words in the index.
    await strict(db.schema.createTable('spoken_documents'), engine)
      .addColumn('id', wholeType(engine), (c) => c.primaryKey().notNull())
      .addColumn('words', 'text', (c) => c.notNull())
      .addColumn('is_locked', booleanType(engine), (c) => c.notNull())
      .execute();
  },
};
