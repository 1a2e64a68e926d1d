import { sql } from 'kysely';
import { engineOf, isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { KEPT_TABLES } from './trashed-tables.ts';

/**
 * Rows per statement. On SQLite other writers wait for each statement. PostgreSQL may read all rows of an
 * item to find the next ones, so its batches are larger.
 */
const AT_ONCE = { sqlite: 500, postgres: 10_000 };
/** Statements per round that delete members' rows; the next round continues. */
const MAX_STATEMENTS = 400;
/** Delay of the purge after an entry's expiration, in ms, because the clocks of nodes differ. */
const MARGIN = HOUR;

/**
 * Deletes expired entries with their rows and members' rows of their items, in small batches. Expired entries
 * cannot be restored, so an interrupted purge does no harm. Returns the number of deleted entries.
 */
export async function purgeTrash(
  db: Db,
  { now = Date.now(), atOnce = AT_ONCE[engineOf(db)], most = MAX_STATEMENTS } = {},
): Promise<number> {
  let entries = 0;
  for (let statements = 0; statements < most; ) {
    const entry = await db
      .selectFrom('trash')
      .select('id')
      .where('expires_at', '<=', now - MARGIN)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst();
    if (!entry) break;
    const rows = await db
      .selectFrom('trash_rows')
      .select('id')
      .where('trash_id', '=', entry.id)
      .limit(atOnce)
      .execute();
    const ids = rows.map(({ id }) => id);
    // Members' rows go before the items' rows, because a later round could not find them otherwise.
    for (const table of KEPT_TABLES)
      for (let deleted = atOnce; deleted === atOnce; statements += 1) {
        if (statements >= most) return entries;
        deleted = await deleteKept(db, table, ids, atOnce);
      }
    await db
      .deleteFrom('trash_rows')
      .where(isOneOf(db, 'id', ids))
      .execute();
    if (ids.length === atOnce) continue;
    // Foreign keys delete the remaining rows, with the files' paths.
    await db.deleteFrom('trash').where('id', '=', entry.id).execute();
    entries += 1;
  }
  return entries;
}

/** Deletes at most `limit` rows of the items in these rows of the trash. Returns their number. */
async function deleteKept(
  db: Db,
  { name, key, isOfHolder }: (typeof KEPT_TABLES)[number],
  rowIds: readonly number[],
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(`${name}.${column}`)));
  const result = await sql`
    delete from ${sql.table(name)} where (${columns}) in (
      select ${columns} from trash_rows as holder cross join ${sql.table(name)}
      where ${isOneOf(db, 'holder.id', rowIds)} and ${isOfHolder} limit ${limit})`.execute(db);
  return Number(result.numAffectedRows);
}
