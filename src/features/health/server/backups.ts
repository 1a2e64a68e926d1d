import type { Db } from '#platform/database/open.ts';

/** Maximum stored backup runs. */
const KEPT = 100;

interface BackupTrace {
  at: number;
  /** Null for a failed run. */
  bytes: number | null;
  uploads: number | null;
  problem: string | null;
}

/** Records a run of `npm run backup` in the site's database, for the health page. */
export async function noteBackup(db: Db, trace: BackupTrace): Promise<void> {
  const { id } = await db.insertInto('backups').values(trace).returning('id').executeTakeFirstOrThrow();
  await db
    .deleteFrom('backups')
    .where('id', '<=', id - KEPT)
    .execute();
}

/** Reads the latest run, failed or not. */
export const latestBackup = (db: Db) =>
  db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
