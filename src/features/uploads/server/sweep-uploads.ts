import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ADDRESS_COLUMNS } from '#features/catalogue/server/items/item-fields.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { UPLOADS_PREFIX } from '../shared/upload-address.ts';
import { isInSettings, type StoredFiles } from './queries.ts';
import type { UploadSpace } from './store.ts';

/** Unused uploads are deleted after this time, in ms. */
const UNUSED_FOR = 7 * DAY;
/** Age in ms after which an incoming file counts as left by a crash. */
const STALE_INCOMING = DAY;
const AT_ONCE = 100;

/** Columns whose text may contain the address of an upload. */
const URL_COLUMNS = [...Object.values(ADDRESS_COLUMNS), 'description'] as const;

const REFERENCE = sql`${sql.lit(UPLOADS_PREFIX)} || uploads.hash`;

/**
 * Condition that an upload is referred to by an item, by an item in the trash, or by a previous version of an
 * item.
 */
const isReferenced = sql<boolean>`(
  exists (select 1 from media_references where media_references.path = ${REFERENCE})
  or exists (select 1 from trash_files where trash_files.path = ${REFERENCE})
  or exists (select 1 from history_files where history_files.path = ${REFERENCE}))`;

/**
 * Records when each upload became unused, and deletes those unused for a week. Returns the number of deleted
 * uploads. Safe on several nodes at once.
 */
export async function sweepUploads(
  db: Db,
  { store }: Pick<UploadSpace, 'store'>,
  now = Date.now(),
): Promise<number> {
  await db
    .updateTable('uploads')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where('is_whole', '=', true)
    .where(isReferenced)
    .execute();
  await db
    .updateTable('uploads')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(sql<boolean>`not ${isReferenced}`)
    .execute();
  const idle = await db
    .selectFrom('uploads')
    .select(['id', 'hash', 'files'])
    .where('unused_since', '<=', now - UNUSED_FOR)
    .orderBy('unused_since')
    .limit(AT_ONCE)
    .execute();
  let deleted = 0;
  for (const { id, hash, files } of idle) {
    if ((await isInSettings(db, hash)) || (await isReferencedByUrl(db, hash))) {
      await db.updateTable('uploads').set({ unused_since: now }).where('id', '=', id).execute();
      continue;
    }
    // The upload becomes incomplete first, so that a new upload of the same content stores its files again.
    const markIncomplete = () =>
      db
        .updateTable('uploads')
        .set({ is_whole: false })
        .where('id', '=', id)
        .where('unused_since', '<=', now - UNUSED_FOR)
        .returning('id')
        .executeTakeFirst();
    if (!(await markIncomplete())) continue;
    for (const name of Object.keys(JSON.parse(files) as StoredFiles)) await store.remove(name);
    const { numDeletedRows } = await db
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('is_whole', '=', false)
      .where('unused_since', '<=', now - UNUSED_FOR)
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

/** Finds items that refer to a file by its full URL, which `media_references` does not contain. */
async function isReferencedByUrl(db: Db, hash: string): Promise<boolean> {
  const pattern = `%${UPLOADS_PREFIX}${hash}%`;
  for (const table of ['oceans', 'waves', 'droplets'] as const) {
    const row = await db
      .selectFrom(table)
      .select('id')
      .where((item) => item.or(URL_COLUMNS.map((column) => item(column, 'like', pattern))))
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  const trashed = await db
    .selectFrom('trash_rows')
    .select('id')
    .where('table_name', 'in', ['oceans', 'waves', 'droplets'])
    .where('content', 'like', pattern)
    .limit(1)
    .executeTakeFirst();
  return trashed !== undefined;
}

/** Deletes incoming files that a crash left behind. */
export async function sweepIncoming({ incoming: folder }: UploadSpace, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => null);
    if (about && now - about.mtimeMs > STALE_INCOMING) await rm(path, { force: true });
  }
}
