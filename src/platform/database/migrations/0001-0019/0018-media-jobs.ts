import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db } from '../../open.ts';

/** Adds the jobs that make films and sounds from uploaded originals. */
export const mediaJobs: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const engine = engineOf(db as Db);
    const whole = wholeType(engine);
    await strict(addId(db.schema.createTable('media_jobs'), engine), engine)
      // `name` of the upload. No foreign key, because an older program's sweep deletes uploads, and the files
      // of a job must be deleted afterwards.
      .addColumn('upload_name', 'text', (c) => c.notNull().unique())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('percent', whole, (c) => c.notNull().defaultTo(0))
      // Reason of a failure or of waiting, for people.
      .addColumn('problem', 'text')
      .addColumn('attempts', whole, (c) => c.notNull().defaultTo(0))
      .addColumn('next_attempt_at', whole, (c) => c.notNull())
      // Name of the stored original, and its size; the name is null after its deletion.
      .addColumn('original', 'text')
      .addColumn('original_bytes', whole, (c) => c.notNull())
      // Set while the job runs. A node runs one at a time.
      .addColumn('node', 'text', (c) => c.unique())
      .addColumn('holder', 'text')
      .addColumn('lease_until', whole)
      .addColumn('created_at', whole, (c) => c.notNull())
      .addCheckConstraint(
        'media_jobs_state',
        sql`state in ('storing', 'waiting', 'running', 'done', 'failed', 'canceled')`,
      )
      .execute();
    await db.schema.createIndex('media_jobs_state').on('media_jobs').column('state').execute();
  },
};
