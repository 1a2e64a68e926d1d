import type { Db } from '#platform/database/open.ts';

/** Number of backup runs that stay in the table. */
const KEPT = 100;

interface BackupTrace {
  at: number;
  /** Null for a run that failed. */
  bytes: number | null;
  uploads: number | null;
  problem: string | null;
}

/** Notes a run of `npm run backup` in the site's database, for the health page. */
export async function noteBackup(db: Db, trace: BackupTrace): Promise<void> {
  const { id } = await db.insertInto('backups').values(trace).returning('id').executeTakeFirstOrThrow();
  await db
    .deleteFrom('backups')
    .where('id', '<=', id - KEPT)
    .execute();
}

/** The latest run, failed or not. */
export const latestBackup = (db: Db) =>
  db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
