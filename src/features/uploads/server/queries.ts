import type { Selectable } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { instant } from '#platform/text/instants.ts';
import type { Upload } from '../contract/schemas.ts';
import { AVIF_TYPE, UPLOADS_PREFIX } from '../shared/upload-address.ts';
import type { UploadKind } from '../shared/upload-kinds.ts';
import type { StoredFile } from './store.ts';

type UploadRow = Selectable<Tables['uploads']>;

/** The part of a job that its upload exposes. */
type JobState = Pick<Selectable<Tables['media_jobs']>, 'state' | 'percent' | 'problem'>;

const STATUSES: Record<string, Upload['status']> = {
  storing: 'waiting',
  waiting: 'waiting',
  running: 'preparing',
  failed: 'failed',
  canceled: 'canceled',
};

/** An upload with its job; uploads without one are ready. */
export const toUpload = (row: UploadRow, job?: JobState | null): Upload => ({
  id: row.id,
  url: UPLOADS_PREFIX + row.name,
  kind: row.kind as UploadKind,
  contentType: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  originalName: row.original_name,
  createdAt: instant(row.created_at),
  uploadedBy: row.uploaded_by,
  status: (job && STATUSES[job.state]) || 'ready',
  percent: job?.percent ?? 100,
  problem: job?.problem ?? null,
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
  /** Result of `spokenWordsOf`, for captions. */
  spokenWords?: string | null;
  /** Result of `makeBlur`, for pictures. */
  blur?: string | null;
}

/**
 * Inserts an upload before its files are stored, so that the sweep finds files after a crash. An existing
 * upload counts as new for the sweep.
 */
export async function announceUpload(db: Db, upload: NewUpload): Promise<void> {
  const made = {
    content_type: upload.contentType,
    bytes: upload.bytes,
    width: upload.width,
    height: upload.height,
    files: JSON.stringify(upload.files),
    unused_since: Date.now(),
    is_whole: false,
    spoken_words: upload.spokenWords ?? null,
    blur: upload.blur ?? null,
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
    })
    // The picture was re-encoded because a file is missing. Another version of the encoder may produce other
    // sizes.
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

/** Returns the type of a file. The row of a picture has the type of its WebP files. */
const typeOf = (name: string) => (name.endsWith('.avif') ? AVIF_TYPE : null);

/** Finds the first of several files that a complete upload has. */
export async function storedFile(db: Db, hash: string, names: readonly string[]): Promise<StoredFile | null> {
  const rows = await db
    .selectFrom('uploads')
    .select(['content_type', 'files', 'is_whole'])
    .where('hash', '=', hash)
    .execute();
  for (const row of rows.filter(({ is_whole }) => toBoolean(is_whole))) {
    const files = JSON.parse(row.files) as StoredFiles;
    const name = names.find((one) => files[one] !== undefined);
    if (name !== undefined)
      return { name, contentType: typeOf(name) ?? row.content_type, bytes: files[name] as number };
  }
  return null;
}

interface UploadFilter {
  kind?: UploadKind | undefined;
  name?: string | undefined;
  /** Restricts the list to uploads that are not ready. */
  unfinished?: boolean | undefined;
  limit: number;
  cursor?: number | undefined;
}

/** Selects uploads that are complete or have a job. */
const selectWithJobs = (db: Db) =>
  db
    .selectFrom('uploads')
    .leftJoin('media_jobs', 'media_jobs.upload_name', 'uploads.name')
    .selectAll('uploads')
    .select(['state', 'percent', 'problem'])
    .where((row) => row.or([row('is_whole', '=', true), row('state', 'is not', null)]));

type JoinedRow = UploadRow & { [Key in keyof JobState]: JobState[Key] | null };

const joined = ({ state, percent, problem, ...row }: JoinedRow): Upload =>
  toUpload(row, state === null ? null : { state, percent: percent ?? 0, problem });

/** Reads a page of uploads, complete or with a job, the newest first, and the cursor of the next page. */
export async function uploadsOf(
  db: Db,
  { kind, name, unfinished = false, limit, cursor }: UploadFilter,
): Promise<{ uploads: Upload[]; next: number | undefined }> {
  const rows = await selectWithJobs(db)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as string))
    .$if(name !== undefined, (query) => query.where('uploads.name', '=', name as string))
    .$if(unfinished, (query) => query.where('state', '!=', 'done'))
    .$if(cursor !== undefined, (query) => query.where('uploads.id', '<', cursor as number))
    .orderBy('uploads.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return { uploads: shown.map(joined), next: rows.length > limit ? shown.at(-1)?.id : undefined };
}

/** Finds an upload by its name, complete or not. */
export const findUpload = (db: Db, name: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('name', '=', name).executeTakeFirst();

type UploadColumn = 'id' | 'name';

/** Finds uploads by their ids or names, complete or with a job. */
async function uploadsWhere<C extends UploadColumn>(
  db: Db,
  column: C,
  values: readonly UploadRow[C][],
): Promise<(Upload & { name: string })[]> {
  if (values.length === 0) return [];
  const rows = await selectWithJobs(db)
    .where(`uploads.${column as 'id'}`, 'in', values as readonly number[])
    .execute();
  return rows.map((row) => ({ ...joined(row), name: row.name }));
}

export const uploadsWithIds = (db: Db, ids: readonly number[]) => uploadsWhere(db, 'id', ids);
export const uploadsWithNames = (db: Db, names: readonly string[]) => uploadsWhere(db, 'name', names);

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
