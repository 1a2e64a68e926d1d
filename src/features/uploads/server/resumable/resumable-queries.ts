import type { Selectable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { Upload } from '../../contract/schemas.ts';
import { uploadsWithNames } from '../queries.ts';

export type ResumableRow = Selectable<Tables['resumable_uploads']>;
export type PartRow = Selectable<Tables['resumable_parts']>;

/** Time in ms after the last part until an upload expires. */
export const KEPT_FOR = DAY;
/** Maximum length of a list of uploads. */
const MAX_LISTED = 500;

interface NewResumable {
  token: string;
  kind: string;
  bytes: number;
  metadata: Record<string, string | null>;
  userId: number | null;
}

export async function insertResumable(db: Db, { metadata, userId, ...row }: NewResumable): Promise<void> {
  await db
    .insertInto('resumable_uploads')
    .values({ ...row, metadata: JSON.stringify(metadata), created_by: userId, active_at: Date.now() })
    .execute();
}

/** Finds an upload of the person who began it. Includes expired ones until the sweep deletes them. */
export const findResumable = (db: Db, token: string, userId: number): Promise<ResumableRow | undefined> =>
  db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('token', '=', token)
    .where('created_by', '=', userId)
    .executeTakeFirst();

/** Sums up unfinished files: their number, all bytes, and the bytes that have not arrived. */
export async function unfinishedTotals(db: Db): Promise<{ count: number; bytes: number; missing: number }> {
  const { count, bytes, received } = await db
    .selectFrom('resumable_uploads')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('bytes').as('bytes'),
      fn.sum('received').as('received'),
    ])
    .where('upload_name', 'is', null)
    .where('problem', 'is', null)
    .where('active_at', '>', Date.now() - KEPT_FOR)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes), missing: Number(bytes) - Number(received) };
}

/** Lists a person's files that have not expired, with their finished uploads, the newest first. */
export async function resumablesOf(
  db: Db,
  userId: number,
): Promise<{ row: ResumableRow; upload: Upload | null }[]> {
  const rows = await db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('created_by', '=', userId)
    .where('problem', 'is', null)
    .where('active_at', '>', Date.now() - KEPT_FOR)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const names = rows.flatMap(({ upload_name }) => upload_name ?? []);
  const uploads = new Map((await uploadsWithNames(db, names)).map(({ name, ...upload }) => [name, upload]));
  return rows.map((row) => ({ row, upload: uploads.get(row.upload_name ?? '') ?? null }));
}

type NewPart = Pick<PartRow, 'token' | 'start' | 'bytes' | 'name'>;

/** Inserts a part before its file is stored, so that the sweep finds the file after a crash. */
export async function announcePart(
  db: Db,
  part: NewPart & Partial<Pick<PartRow, 'address_expires_at'>>,
): Promise<void> {
  await db
    .insertInto('resumable_parts')
    .values({ ...part, is_whole: false })
    .execute();
}

/**
 * Appends a stored part. Returns false when another request has appended one at this offset, or the upload
 * was deleted.
 */
export const completePart = (db: Db, { token, start, bytes, name }: NewPart) =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('resumable_uploads')
      .set({ received: start + bytes, active_at: Date.now() })
      .where('token', '=', token)
      .where('received', '=', start)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('resumable_parts')
      .set({ is_whole: true })
      .where('name', '=', name)
      .execute();
    return true;
  });

/** Lists an upload's parts in order. `all` includes incomplete ones. */
export const partsOf = (db: Db, token: string, { all = false } = {}): Promise<PartRow[]> =>
  db
    .selectFrom('resumable_parts')
    .selectAll()
    .where('token', '=', token)
    .$if(!all, (query) => query.where('is_whole', '=', true))
    .orderBy('start')
    .execute();

export async function markUnstored(db: Db, name: string): Promise<void> {
  await db.updateTable('resumable_parts').set({ is_whole: false }).where('name', '=', name).execute();
}

export async function deletePart(db: Db, name: string): Promise<void> {
  await db.deleteFrom('resumable_parts').where('name', '=', name).execute();
}

/** Records the outcome of a complete file, which is listed for another day. */
export async function endResumable(
  db: Db,
  token: string,
  end: { upload_name: string } | { problem: string },
): Promise<void> {
  await db
    .updateTable('resumable_uploads')
    .set({ ...end, active_at: Date.now() })
    .where('token', '=', token)
    .execute();
}

export async function deleteResumable(db: Db, token: string): Promise<void> {
  await db.deleteFrom('resumable_uploads').where('token', '=', token).execute();
}
