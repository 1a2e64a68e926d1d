import { sql } from 'kysely';
import { recordChanges } from '#features/audit-log/server/record-change.ts';
import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { isOneOf, toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { ItemType } from '../../contract/kinds.ts';
import { mustsOf } from '../check/find-musts.ts';
import type { Rows } from '../items/levels.ts';
import { changeItems } from '../write/change-items.ts';

/** Items of a level in one transaction. */
const AT_ONCE = 100;

/** Details of audit log entries that the schedule caused and no person. */
const BY_SCHEDULE = { by: 'schedule' };

/** An item whose film or sound is being prepared at its time goes live as soon as this is done. */
const dueToPublish = (now: number) => sql<boolean>`publish_at <= ${now} and publish_stopped_at is null
  and not exists (select 1 from media_jobs
    where state not in ('done', 'failed', 'canceled') and ${UPLOADS_PREFIX} || upload_name = media_url)`;
/**
 * Excludes an item that is also still due to go live, as after a downtime. Taking it down first would leave
 * it live for good.
 */
const dueToUnpublish = (now: number) => sql<boolean>`(unpublish_at <= ${now}
  and (publish_at is null or publish_at > ${now} or publish_stopped_at is not null))`;

/** Tells whether an item's time has come. Uses only the indexes of the two times. */
export async function isAnythingDue(db: Db, now = Date.now()): Promise<boolean> {
  const conditions = ItemType.options.flatMap((type) =>
    [dueToPublish(now), dueToUnpublish(now)].map(
      (condition) => sql`exists (select 1 from ${sql.table(TABLE_OF[type])} where ${condition})`,
    ),
  );
  const { rows } = await sql<{ due: boolean | number }>`
    select (${sql.join(conditions, sql` or `)}) as due`.execute(db);
  return toBoolean(rows[0]?.due ?? false);
}

/**
 * Publishes and takes down the items whose times have come, and clears these times, in one transaction. The
 * lock on the catalogue version serializes nodes, so the next node finds nothing due. Returns the number of
 * due items.
 */
export const carryOut = (db: Db, now = Date.now()): Promise<number> =>
  changeCatalogue(db, async (transaction) => {
    let due = 0;
    for (const type of ItemType.options) {
      due += await publishDue(transaction, type, now);
      due += await unpublishDue(transaction, type, now);
    }
    return due;
  });

async function publishDue(db: CatalogueTransaction, type: ItemType, now: number): Promise<number> {
  const rows = await rowsWhere(db, type, dueToPublish(now));
  const drafts = rows.filter((row) => !toBoolean(row.is_published));
  const musts = await mustsOf(
    db,
    drafts.map(({ media_url }) => ({ mediaUrl: media_url })),
  );
  const stopped = drafts.filter((_, index) => musts[index]);
  const ready = drafts.filter((_, index) => !musts[index]);
  await changePublished(db, type, ready, true);
  // Includes items that somebody has published meanwhile with an older program, which does not know times.
  const over = rows.filter((row) => !stopped.includes(row));
  await setColumns(db, type, over, { publish_at: null });
  await setColumns(db, type, stopped, { publish_stopped_at: now });
  await recordChanges(
    db,
    stopped.map(({ id, title }) => {
      const must = musts[drafts.findIndex((draft) => draft.id === id)];
      const reason = `${must?.title}. ${must?.detail}`;
      return {
        userId: null,
        action: 'updated',
        itemType: type,
        itemId: String(id),
        title,
        details: { ...BY_SCHEDULE, stopped: reason },
      };
    }),
  );
  return rows.length;
}

async function unpublishDue(db: CatalogueTransaction, type: ItemType, now: number): Promise<number> {
  const rows = await rowsWhere(db, type, dueToUnpublish(now));
  await changePublished(db, type, rows, false);
  await setColumns(db, type, rows, { unpublish_at: null });
  return rows.length;
}

const rowsWhere = (
  db: CatalogueTransaction,
  type: ItemType,
  condition: ReturnType<typeof dueToPublish>,
): Promise<Rows[ItemType][]> =>
  db
    .selectFrom(TABLE_OF[type] as 'droplets')
    .selectAll()
    .where(condition)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

const changePublished = (
  db: CatalogueTransaction,
  type: ItemType,
  rows: readonly Rows[ItemType][],
  isPublished: boolean,
) =>
  changeItems(
    db,
    null,
    type,
    rows.map((row) => ({ row: row as never, change: { isPublished }, details: BY_SCHEDULE })),
  );

async function setColumns(
  db: CatalogueTransaction,
  type: ItemType,
  rows: readonly { id: number }[],
  columns: { publish_at?: null; publish_stopped_at?: number; unpublish_at?: null },
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable(TABLE_OF[type] as 'droplets')
    .set(columns)
    .where(isOneOf(db, 'id', ids))
    .execute();
}

/**
 * Clears times that have passed, for items restored from the trash. Such items do not go live, and items to
 * be taken down stay drafts.
 */
export async function forgetMissedTimes(
  db: CatalogueTransaction,
  type: ItemType,
  ids: readonly number[],
  now = Date.now(),
): Promise<void> {
  if (ids.length === 0) return;
  const missed = (column: 'publish_at' | 'unpublish_at') =>
    db
      .updateTable(TABLE_OF[type] as 'droplets')
      .where(isOneOf(db, 'id', ids))
      .where(column, '<=', now);
  await missed('publish_at').set({ publish_at: null, publish_stopped_at: null }).execute();
  await missed('unpublish_at').set({ unpublish_at: null, is_published: false }).execute();
}
