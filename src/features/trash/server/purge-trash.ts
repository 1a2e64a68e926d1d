import type { Db } from '#platform/database/open.ts';

/** Rows per statement: others wait for each of them on SQLite. */
const AT_ONCE = 500;
/** Statements per round; the next round goes on. */
const MOST = 400;
/** An entry is purged this long after its end, in ms, because the clocks of nodes differ. */
const MARGIN = 60 * 60_000;

/**
 * Deletes expired entries with their rows, in small batches. Nobody can restore them any more, so an
 * interrupted purge harms nothing. Returns the number of deleted entries.
 */
export async function purgeTrash(db: Db, now = Date.now(), atOnce = AT_ONCE): Promise<number> {
  let entries = 0;
  for (let statements = 0; statements < MOST; statements += 1) {
    const entry = await db
      .selectFrom('trash')
      .select('id')
      .where('expires_at', '<=', now - MARGIN)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst();
    if (!entry) break;
    const { numDeletedRows } = await db
      .deleteFrom('trash_rows')
      .where('id', 'in', (rows) =>
        rows.selectFrom('trash_rows').select('id').where('trash_id', '=', entry.id).limit(atOnce),
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) === atOnce) continue;
    // The rest, with the files' paths, goes with it.
    await db.deleteFrom('trash').where('id', '=', entry.id).execute();
    entries += 1;
  }
  return entries;
}
