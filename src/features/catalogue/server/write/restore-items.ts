import { recordChanges } from '#features/audit-log/server/record-change.ts';
import type { RestoredItem } from '#features/trash/contract/schemas.ts';
import { parentsOf } from '#features/trash/server/queries.ts';
import {
  changeTrashed,
  lockEntries,
  restoreRows,
  type TrashedItem,
  type TrashRow,
  trashedColumns,
  trashedItems,
} from '#features/trash/server/restore-rows.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { toFields } from '../items/item-fields.ts';
import { endPosition, rowsById } from '../items/levels.ts';
import { forgetMissedTimes } from '../schedule/carry-out.ts';
import { indexDroplets } from '../search/index-droplets.ts';
import { freeSlugs } from './slugs.ts';
import { editCatalogue } from './write-items.ts';

const LEVELS = ['ocean', 'wave', 'droplet'] as const;

/**
 * Restores deleted items with everything deleted with them, in one transaction. An item whose slug is taken
 * gets another one; one whose position is taken goes to the end of its list. Throws 404 or 409 when an item
 * is no longer in the trash, 400 when its parent is missing.
 */
export const restoreItems = (
  db: Db,
  reader: Reader,
  type: ItemType,
  ids: readonly number[],
): Promise<RestoredItem[]> =>
  editCatalogue(db, async (transaction) => {
    const entries = await lockEntries(transaction, type, ids);
    await assertParentsExist(transaction, entries);
    const entryIds = entries.map(({ id }) => id);
    const items = {
      ocean: await trashedItems(transaction, 'ocean', entryIds),
      wave: await trashedItems(transaction, 'wave', entryIds),
      droplet: await trashedItems(transaction, 'droplet', entryIds),
    };
    const slugs = new Map<TrashedItem, string>();
    for (const level of LEVELS)
      for (const [item, slug] of await replaceSlugs(transaction, level, items[level])) slugs.set(item, slug);
    const last = await moveToEnd(transaction, type, entries, items[type]);
    await restoreRows(transaction, entryIds);
    for (const level of LEVELS)
      await forgetMissedTimes(
        transaction,
        level,
        items[level].map(({ itemId }) => itemId),
      );
    const droplets = await rowsById(
      transaction,
      'droplet',
      items.droplet.map(({ itemId }) => itemId),
    );
    await indexDroplets(transaction, new Map(droplets.map((row) => [row.id, toFields.droplet(row)])));
    const restored = entries.map((entry) => describe(entry, type, items[type], slugs, last));
    await recordRestored(transaction, reader, restored);
    return restored;
  });

const ADVICE = {
  'in-trash': (what: string) => `which is in the trash too. Restore the ${what} first.`,
  gone: () => 'which was deleted for good. It cannot be restored.',
};

async function assertParentsExist(db: CatalogueTransaction, entries: readonly TrashRow[]): Promise<void> {
  const parents = await parentsOf(db, entries);
  for (const { id, title } of entries) {
    const parent = parents.get(id);
    if (!parent || parent.state === 'exists') continue;
    const first = parent.within ?? parent;
    throw new HttpError(
      'parent-not-found',
      `“${title}” was in the ${parent.type} “${parent.title}”, ` +
        ADVICE[parent.state](`${first.type} “${first.title}”`),
    );
  }
}

/** Gives new slugs to items whose slugs are taken. Returns these items with the new slugs. */
async function replaceSlugs(
  db: CatalogueTransaction,
  type: ItemType,
  items: readonly TrashedItem[],
): Promise<Map<TrashedItem, string>> {
  if (items.length === 0) return new Map();
  const own = items.map(({ slug }) => slug);
  const rows = await db
    .selectFrom(TABLE_OF[type])
    .select('slug')
    .where(isOneOf(db, 'slug', own))
    .execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  const late = items.filter(({ slug }) => {
    const isTaken = taken.has(slug);
    taken.add(slug);
    return isTaken;
  });
  if (late.length === 0) return new Map();
  const free = await freeSlugs(
    db,
    type,
    late.map(({ slug }) => slug),
    own,
  );
  const replaced = new Map(late.map((item, index) => [item, free[index] as string]));
  for (const [{ rowId }, slug] of replaced) await changeTrashed(db, rowId, { slug });
  return replaced;
}

/** Moves items whose positions are taken to the end of their lists. Returns their ids. */
async function moveToEnd(
  db: CatalogueTransaction,
  type: ItemType,
  entries: readonly TrashRow[],
  items: readonly TrashedItem[],
): Promise<Set<number>> {
  const columns = await trashedColumns(
    db,
    items.map(({ rowId }) => rowId),
  );
  const moved = new Set<number>();
  for (const [parentId, list] of Map.groupBy(entries, ({ parent_id }) => parent_id)) {
    const taken = new Set(await positionsIn(db, type, parentId ?? 0));
    const late: number[] = [];
    let end = await endPosition(db, type, parentId);
    for (const { item_id } of list) {
      const rowId = items.find(({ itemId }) => itemId === item_id)?.rowId ?? 0;
      const position = Number(columns.get(rowId)?.position);
      if (taken.has(position)) {
        late.push(rowId);
        moved.add(item_id);
      }
      taken.add(position);
      end = Math.max(end, position + 1);
    }
    for (const [index, rowId] of late.entries()) await changeTrashed(db, rowId, { position: end + index });
  }
  return moved;
}

async function positionsIn(db: Db, type: ItemType, parentId: number): Promise<number[]> {
  const rows =
    type === 'ocean'
      ? await db.selectFrom('oceans').select('position').execute()
      : type === 'wave'
        ? await db.selectFrom('waves').select('position').where('ocean_id', '=', parentId).execute()
        : await db.selectFrom('droplets').select('position').where('wave_id', '=', parentId).execute();
  return rows.map(({ position }) => position);
}

function describe(
  entry: TrashRow,
  type: ItemType,
  roots: readonly TrashedItem[],
  slugs: ReadonlyMap<TrashedItem, string>,
  last: ReadonlySet<number>,
): RestoredItem {
  const root = roots.find(({ entryId }) => entryId === entry.id);
  const changed = [...slugs.keys()].filter(({ entryId }) => entryId === entry.id);
  const newSlug = (root && slugs.get(root)) ?? null;
  return {
    type,
    id: entry.item_id,
    title: entry.title,
    waves: entry.waves,
    droplets: entry.droplets,
    favorites: entry.favorites,
    newSlug,
    newSlugsBelow: changed.length - (newSlug === null ? 0 : 1),
    isLast: last.has(entry.item_id),
  };
}

const recordRestored = (db: CatalogueTransaction, reader: Reader, restored: readonly RestoredItem[]) =>
  recordChanges(
    db,
    restored.map(({ type, id, title, newSlug, newSlugsBelow, isLast }) => ({
      userId: reader.userId,
      action: 'restored',
      itemType: type,
      itemId: String(id),
      title,
      details: { newSlug, newSlugsBelow, isLast },
    })),
  );
