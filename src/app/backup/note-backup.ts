import { noteBackup } from '#features/health/server/backups.ts';
import { databaseExists } from '#platform/database/database-name.ts';
import { hasTable } from '#platform/database/dialect.ts';
import { openDatabase } from '#platform/database/open.ts';
import type { Manifest } from './manifest.ts';

/** Describes a backup without any of the files in its database; null for other backups. */
export function lostUploads({ uploads }: Manifest): string | null {
  if (!uploads?.missing.length || Object.keys(uploads.files).length > 0) return null;
  return (
    `None of the ${uploads.missing.length} uploaded files was found, so they are not in the backup. ` +
    'Set DATA_DIR or the S3 variables as for the site, or add --no-uploads.'
  );
}

/**
 * Makes a backup, and records its success or failure in the site's database, for the Health page. A failed
 * record does not affect the backup; it is passed to `report`.
 */
export async function makeNotedBackup<Made extends { manifest: Manifest }>(
  databaseUrl: string,
  make: () => Promise<Made>,
  report: (message: string) => void,
): Promise<Made> {
  try {
    const made = await make();
    const { database, uploads } = made.manifest;
    const files = uploads && Object.values(uploads.files);
    const bytes = database.bytes + (files ?? []).reduce((sum, file) => sum + file.bytes, 0);
    await note(
      databaseUrl,
      { bytes, uploads: files?.length ?? null, problem: lostUploads(made.manifest) },
      report,
    );
    return made;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await note(databaseUrl, { bytes: null, uploads: null, problem: problem.slice(0, 1000) }, report);
    throw error;
  }
}

async function note(
  databaseUrl: string,
  trace: Omit<Parameters<typeof noteBackup>[1], 'at'>,
  report: (message: string) => void,
): Promise<void> {
  try {
    // Opening a missing file would create it.
    if (!databaseExists(databaseUrl)) return;
    const { db, close } = await openDatabase(databaseUrl);
    try {
      // The database of an older version has no such table.
      if (await hasTable(db, 'backups')) await noteBackup(db, { at: Date.now(), ...trace });
    } finally {
      await close();
    }
  } catch (error) {
    report(`The Health page will not show this backup: ${error instanceof Error ? error.message : error}`);
  }
}
