import { type SqlBool, sql } from 'kysely';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { SubjectType } from '../contract/schemas.ts';
import { changedFields, isPurged } from './walk-back.ts';

/** Minimum age of previous values before their purge, in ms: 12 months. */
export const VALUES_KEPT = 365 * DAY;
/** Number of last changes of an item or setting whose values are never purged. */
export const CHANGES_KEPT = 50;

/** Entries per statement. On SQLite, other writers wait for each statement. */
const AT_ONCE = 500;

/**
 * Purges previous values older than a year, except of the last changes of their item or setting, with their
 * references to files. The audit log keeps the entries with the names of the fields. Runs in small batches,
 * and may be interrupted. Returns the number of purged entries.
 */
export async function purgeHistory(
  db: Db,
  {
    signal,
    now = Date.now(),
    atOnce = AT_ONCE,
  }: { signal?: AbortSignal; now?: number; atOnce?: number } = {},
): Promise<number> {
  let purged = 0;
  let after = 0;
  while (!signal?.aborted) {
    const rows = await expired(db, after, now - VALUES_KEPT, atOnce);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const due = rows.filter(({ isOld, details }) => Boolean(isOld) && !isPurged(JSON.parse(details)));
    await purgeEntries(db, due);
    purged += due.length;
  }
  return purged;
}

interface Expired {
  id: number;
  action: string;
  details: string;
  /** Whether enough later changes exist. */
  isOld: boolean | number;
}

/** Reads the next entries with sufficiently old values, in the order of their ids. */
const expired = (db: Db, after: number, until: number, limit: number): Promise<Expired[]> =>
  db
    .selectFrom('audit_log as entry')
    .select(['id', 'action', 'details'])
    .select(
      sql<SqlBool>`(select count(*) from (
        select 1 from audit_log as later
        where later.item_type = entry.item_type and later.item_id = entry.item_id and later.id > entry.id
        limit ${sql.lit(CHANGES_KEPT)}) as newer) = ${sql.lit(CHANGES_KEPT)}`.as('isOld'),
    )
    .where('id', '>', after)
    .where('at', '<', until)
    .where('item_type', 'in', [...SubjectType.options, 'catalogue'])
    .where('details', '!=', '{}')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Replaces the values of entries by the names of their fields. */
async function purgeEntries(db: Db, entries: readonly Expired[]): Promise<void> {
  if (entries.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const { id, action, details } of entries) {
      const { before, after, order, ...rest } = JSON.parse(details) as Record<string, unknown>;
      const fields = changedFields({ action, details: { before, after } });
      await transaction
        .updateTable('audit_log')
        .set({ details: JSON.stringify({ ...rest, fields }) })
        .where('id', '=', id)
        .execute();
    }
    await transaction
      .deleteFrom('history_files')
      .where(
        isOneOf(
          transaction,
          'entry_id',
          entries.map(({ id }) => id),
        ),
      )
      .execute();
  });
}
