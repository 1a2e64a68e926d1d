import { recordChange } from '#features/audit-log/server/record-change.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { HttpError, invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { DAY } from '#platform/text/time-units.ts';
import { instantAt, readLocalTime } from '#platform/text/zoned-time.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { Plan, ZonedTime } from '../../contract/schedule-endpoints.ts';
import { describeGap, describeInstant, MISSING, PASSED } from '../../shared/plan-words.ts';
import { assertPublishable } from '../check/find-musts.ts';
import type { Rows } from '../items/levels.ts';
import { changeItems } from '../write/change-items.ts';
import { isWaiting, waitsForMedium } from '../write/publish-when-ready.ts';
import { editCatalogue, existingRow } from '../write/write-items.ts';
import { planOf } from './plan-queries.ts';

interface NewPlan {
  expectedVersion: number;
  publish: 'now' | 'draft' | ZonedTime;
  unpublish: ZonedTime | null;
}

/** The furthest time, in ms from now. */
const MAX_AHEAD = 10 * 366 * DAY;

/** Sets when an item goes live and is taken down. Throws 400 and 409. */
export const setPlan = (db: Db, reader: Reader, type: ItemType, id: number, plan: NewPlan): Promise<Plan> =>
  editCatalogue(db, async (transaction) => {
    const row: Rows[ItemType] = await existingRow(transaction, type, id);
    const times = timesOf(plan, Date.now());
    const isNow = plan.publish === 'now';
    const waits = isNow && !toBoolean(row.is_published) && (await waitsForMedium(transaction, row.media_url));
    if (waits) times.publish_at = isWaiting(row) ? row.publish_at : Date.now();
    const isPublished = isNow && !waits;
    // An item that has this plan already is no conflict: its author saves again after a lost response.
    if (row.version !== plan.expectedVersion && !hasPlan(row, isPublished, times))
      throw new HttpError('edit-conflict', `Someone else changed this ${type} after you opened it.`, {
        current: await planOf(transaction, type, id),
      });
    if (isPublished && !toBoolean(row.is_published))
      await assertPublishable(transaction, [{ title: row.title, mediaUrl: row.media_url }]);
    await changeItems(transaction, reader.userId, type, [{ row: row as never, change: { isPublished } }]);
    await saveTimes(transaction, reader.userId, type, row, times, zoneOf(plan));
    return planOf(transaction, type, id);
  });

interface Times {
  publish_at: number | null;
  unpublish_at: number | null;
}

const hasPlan = (row: Rows[ItemType], isPublished: boolean, { publish_at, unpublish_at }: Times) =>
  toBoolean(row.is_published) === isPublished &&
  row.publish_at === publish_at &&
  row.unpublish_at === unpublish_at;

const zoneOf = ({ publish, unpublish }: NewPlan) =>
  (typeof publish === 'object' ? publish.timeZone : unpublish?.timeZone) ?? 'UTC';

function timesOf({ publish, unpublish }: NewPlan, now: number): Times {
  const publish_at = typeof publish === 'object' ? instantOf(publish, 'publish', now) : null;
  const unpublish_at = unpublish === null ? null : instantOf(unpublish, 'unpublish', now);
  if (unpublish_at === null) return { publish_at, unpublish_at };
  if (publish === 'draft') throw wrong('unpublish', 'A draft that never goes live cannot be taken down.');
  if (publish_at !== null && unpublish_at <= publish_at)
    throw wrong('unpublish', 'Choose a time after it goes live.');
  return { publish_at, unpublish_at };
}

function instantOf({ local, timeZone }: ZonedTime, field: 'publish' | 'unpublish', now: number): number {
  const { instant, gap } = instantAt(readLocalTime(local) ?? 0, timeZone);
  if (gap) throw wrong(field, `${MISSING} ${describeGap(gap)}`);
  if (instant <= now) throw wrong(field, PASSED);
  if (instant > now + MAX_AHEAD) throw wrong(field, 'Choose a time within ten years.');
  return instant;
}

const wrong = (field: string, message: string) => invalidInput(message, [{ path: field, message }]);

async function saveTimes(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  row: Rows[ItemType],
  times: Times,
  zone: string,
): Promise<void> {
  await db
    .updateTable(TABLE_OF[type])
    .set((eb) => ({ ...times, publish_stopped_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  const inWords = (at: number | null) => (at === null ? null : describeInstant(at, zone, Date.now()));
  const before = { publishAt: inWords(row.publish_at), unpublishAt: inWords(row.unpublish_at) };
  const after = { publishAt: inWords(times.publish_at), unpublishAt: inWords(times.unpublish_at) };
  if (before.publishAt === after.publishAt && before.unpublishAt === after.unpublishAt) return;
  await recordChange(db, {
    userId,
    action: 'updated',
    itemType: type,
    itemId: String(row.id),
    title: row.title,
    details: { before, after },
  });
}
