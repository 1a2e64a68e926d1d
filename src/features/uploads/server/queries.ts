import type { Selectable } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Upload } from '../contract/schemas.ts';
import { UPLOADS_PREFIX } from '../shared/upload-address.ts';
import type { UploadKind } from '../shared/upload-kinds.ts';

type UploadRow = Selectable<Tables['uploads']>;

const toUpload = (row: UploadRow): Upload => ({
  id: row.id,
  url: UPLOADS_PREFIX + row.name,
  kind: row.kind as UploadKind,
  contentType: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  originalName: row.original_name,
  createdAt: new Date(row.created_at).toISOString(),
  uploadedBy: row.uploaded_by,
});

/** Names of an upload's files, with their sizes in bytes. */
export type StoredFiles = Record<string, number>;

export interface NewUpload {
  hash: string;
  name: string;
  kind: UploadKind;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  files: StoredFiles;
  originalName: string;
  uploadedBy: number | null;
}

/**
 * Inserts an upload before its files are stored, so that the sweep finds files that a crash leaves behind. An
 * existing upload counts as new for the sweep.
 */
export async function announceUpload(db: Db, upload: NewUpload): Promise<void> {
  const made = {
    content_type: upload.contentType,
    bytes: upload.bytes,
    width: upload.width,
    height: upload.height,
    files: JSON.stringify(upload.files),
    unused_since: Date.now(),
  };
  await db
    .insertInto('uploads')
    .values({
      ...made,
      hash: upload.hash,
      name: upload.name,
      kind: upload.kind,
      original_name: upload.originalName,
      created_at: made.unused_since,
      uploaded_by: upload.uploadedBy,
      is_whole: false,
    })
    // Re-encoded because a file is missing. Another version of the encoder may produce other sizes.
    .onConflict((conflict) => conflict.column('name').doUpdateSet(made))
    .execute();
}

/** Marks an upload as complete: all of its files are stored. */
export async function completeUpload(db: Db, name: string): Promise<Upload> {
  const row = await db
    .updateTable('uploads')
    .set({ is_whole: true })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUpload(row);
}

/** Finds a complete upload of the same content and kind. It counts as new for the sweep. */
export async function reuseUpload(
  db: Db,
  hash: string,
  kind: UploadKind,
): Promise<{ upload: Upload; files: StoredFiles } | null> {
  const row = await db
    .updateTable('uploads')
    .set({ unused_since: Date.now() })
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('is_whole', '=', true)
    .returningAll()
    .executeTakeFirst();
  return row ? { upload: toUpload(row), files: JSON.parse(row.files) as StoredFiles } : null;
}

export interface StoredFile {
  contentType: string;
  bytes: number;
}

/** Finds a file of a complete upload. */
export async function storedFile(db: Db, hash: string, name: string): Promise<StoredFile | null> {
  const rows = await db
    .selectFrom('uploads')
    .select(['content_type', 'files', 'is_whole'])
    .where('hash', '=', hash)
    .execute();
  for (const row of rows) {
    const bytes = (JSON.parse(row.files) as StoredFiles)[name];
    if (bytes !== undefined && toBoolean(row.is_whole)) return { contentType: row.content_type, bytes };
  }
  return null;
}

/** Reads a page of uploads, the newest first, and the cursor of the next page. */
export async function uploadsOf(
  db: Db,
  { kind, limit, cursor }: { kind?: UploadKind; limit: number; cursor?: number },
): Promise<{ uploads: Upload[]; next: number | undefined }> {
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('is_whole', '=', true)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as string))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as number))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return { uploads: shown.map(toUpload), next: rows.length > limit ? shown.at(-1)?.id : undefined };
}

/** Tells whether a setting, such as the logo, refers to an upload. */
export async function isInSettings(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('key')
    .where('value', 'like', `%${UPLOADS_PREFIX}${hash}%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
