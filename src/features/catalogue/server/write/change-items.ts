import { sql } from 'kysely';
import type { Change as AuditChange } from '#features/audit-log/server/change.ts';
import { recordChanges } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { type ItemType, PARENT_TYPE } from '../../contract/kinds.ts';
import {
  ADDRESS_FIELDS,
  type Change,
  type Difference,
  differenceOf,
  type Fields,
  toColumns,
  toFields,
} from '../items/item-fields.ts';
import { endPosition, isFreePosition, PARENT_FIELD, type Rows, rowById, rowsById } from '../items/levels.ts';
import { saveMediaReferences } from '../media/media.ts';
import { indexTexts } from '../search/index-droplets.ts';
import { indexSpokenWords } from '../search/spoken-words.ts';
import { SEARCHED_FIELDS } from '../search/terms.ts';

/** Fields that decide who finds a droplet by its captions. */
const SPOKEN_FIELDS = ['captionsUrl', 'furtherCaptions', 'accessType', 'isSample'];

/** State that an undo restores beside the field values. */
export interface Former {
  /** Position in the new parent. The item goes to the end when it is undefined or taken. */
  position?: number | undefined;
  /** Time of publishing or taking down that the item had, in epoch ms. Ignored when it has passed. */
  planned?: number | undefined;
  /** Whether the item had never been published. */
  isNew?: boolean;
}

/** An item's row, and new values for some of its fields. */
export interface Edit<T extends ItemType> extends Former {
  row: Rows[T];
  change: Change;
  /** More details for the edit's entry in the audit log. */
  details?: Record<string, unknown>;
}

/**
 * Changes items of one level: rows, media references, search and audit log. Returns the id of an audit log
 * entry for each item that became different.
 */
export async function changeItems<T extends ItemType>(
  db: CatalogueTransaction,
  userId: number | null,
  type: T,
  edits: readonly Edit<T>[],
): Promise<number[]> {
  const log: AuditChange[] = [];
  const texts = new Map<number, Fields[T]>();
  const spoken: number[] = [];
  for (const { row, change, details, ...former } of edits) {
    const present = toFields[type](row);
    const { before, after } = differenceOf(present, change);
    const changed = Object.keys(after);
    if (changed.length === 0) continue;
    await assertFits(db, type, row.id, after);
    const next = { ...present, ...after };
    const newParent = after[PARENT_FIELD[type] ?? ''];
    const isMoved = typeof newParent === 'number';
    const newPosition = isMoved ? await positionIn(db, type, newParent, former.position) : row.position;
    await updateRow[type](db, row.id, next, newPosition);
    let forgotten: number | null = null;
    if (typeof after.isPublished === 'boolean') {
      forgotten = after.isPublished ? row.publish_at : row.unpublish_at;
      await setTimes(db, type, row, after.isPublished, former);
    }
    const files = ADDRESS_FIELDS.some((field) => field in after)
      ? await saveMediaReferences(db, type, row.id, next)
      : [];
    if (type === 'droplet' && changed.some((field) => SEARCHED_FIELDS.includes(field)))
      texts.set(row.id, next);
    if (type === 'droplet' && changed.some((field) => SPOKEN_FIELDS.includes(field))) spoken.push(row.id);
    log.push({
      userId,
      action: 'updated',
      itemType: type,
      itemId: String(row.id),
      title: next.title,
      details: {
        ...details,
        before,
        after,
        // Details for an undo. A change by the schedule has no time to restore, because it has passed.
        ...(isMoved ? { position: row.position } : {}),
        ...(forgotten === null || userId === null ? {} : { forgotten }),
        ...(after.isPublished && row.published_at === null ? { isNew: true } : {}),
        ...(await parentTitles(db, type, { before, after })),
      },
      files,
    });
  }
  await indexTexts(db, texts);
  if (spoken.length > 0) await indexSpokenWords(db, spoken);
  return recordChanges(db, log);
}

/**
 * Records the first publication, and clears the planned time of the publication or taking down that just
 * happened. `planned` is the time of the opposite change. A taking down planned after a publication remains.
 */
async function setTimes(
  db: CatalogueTransaction,
  type: ItemType,
  { id, unpublish_at, published_at }: Rows[ItemType],
  isPublished: boolean,
  { planned = 0, isNew }: Former,
): Promise<void> {
  const now = Date.now();
  const next = planned > now ? planned : undefined;
  const isAfter = next !== undefined && (unpublish_at ?? 0) > next;
  await db
    .updateTable(TABLE_OF[type])
    .set(
      isPublished
        ? {
            published_at: published_at ?? now,
            publish_at: null,
            publish_stopped_at: null,
            unpublish_at: next,
          }
        : {
            published_at: isNew ? null : published_at,
            publish_at: next,
            unpublish_at: isAfter ? unpublish_at : null,
          },
    )
    .where('id', '=', id)
    .execute();
}

/** Throws when the new slug is taken, or the new parent does not exist. */
async function assertFits(
  db: Db,
  type: ItemType,
  id: number,
  { slug, ...after }: Record<string, unknown>,
): Promise<void> {
  if (typeof slug === 'string') await assertSlugFree(db, type, slug, id);
  const parentId = after[PARENT_FIELD[type] ?? ''];
  if (typeof parentId === 'number') await assertParent(db, type, parentId);
}

/** Throws 409 when another item has the slug. */
export async function assertSlugFree(db: Db, type: ItemType, slug: string, id: number | null): Promise<void> {
  const taken = await db.selectFrom(TABLE_OF[type]).select('id').where('slug', '=', slug).executeTakeFirst();
  if (!taken || taken.id === id) return;
  const message = 'This slug is already taken';
  throw new HttpError('slug-taken', message, { issues: [{ path: 'slug', message }] });
}

/** Throws 400 when there is no such parent. */
export async function assertParent(db: Db, type: ItemType, parentId: number | null): Promise<void> {
  const parentType = PARENT_TYPE[type];
  if (parentType === null || parentId === null) return;
  if (await rowById(db, parentType, parentId)) return;
  const message = `This ${parentType} does not exist`;
  throw new HttpError('parent-not-found', message, {
    issues: [{ path: PARENT_FIELD[type] ?? '', message }],
  });
}

/**
 * Reads the titles of the parents before and after a move, for the audit log. Ids would say little, and items
 * get deleted.
 */
async function parentTitles(
  db: Db,
  type: ItemType,
  { before, after }: Difference,
): Promise<{ parents?: { before: string; after: string } }> {
  const parentType = PARENT_TYPE[type];
  const from = before[PARENT_FIELD[type] ?? ''];
  const to = after[PARENT_FIELD[type] ?? ''];
  if (parentType === null || typeof from !== 'number' || typeof to !== 'number') return {};
  const rows = await rowsById(db, parentType, [from, to]);
  const titleOf = (id: number) => rows.find((row) => row.id === id)?.title ?? '';
  return { parents: { before: titleOf(from), after: titleOf(to) } };
}

/** The position of an item that moves to another parent: `previous` if it is free, else the last. */
const positionIn = async (db: Db, type: ItemType, parentId: number, previous: number | undefined) =>
  previous !== undefined && (await isFreePosition(db, type, parentId, previous))
    ? previous
    : endPosition(db, type, parentId);

type UpdateRow<T extends ItemType> = (
  db: CatalogueTransaction,
  id: number,
  fields: Fields[T],
  position: number,
) => Promise<unknown>;

const updateRow: { [T in ItemType]: UpdateRow<T> } = {
  ocean: (db, id, fields, position) =>
    db
      .updateTable('oceans')
      .set({ ...toColumns.ocean(fields), position, ...touched() })
      .where('id', '=', id)
      .execute(),
  wave: (db, id, fields, position) =>
    db
      .updateTable('waves')
      .set({ ...toColumns.wave(fields), position, ...touched() })
      .where('id', '=', id)
      .execute(),
  droplet: (db, id, fields, position) =>
    db
      .updateTable('droplets')
      .set({ ...toColumns.droplet(fields), position, ...touched() })
      .where('id', '=', id)
      .execute(),
};

const touched = () => ({ updated_at: Date.now(), version: sql<number>`version + 1` });
