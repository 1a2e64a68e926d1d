import type { Db } from '#platform/database/open.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { nameOf, noteRemovals, withoutRemoved } from './removals.ts';

/** A press of the heart stored in a browser. */
interface Press extends FavoriteRef {
  removed?: boolean;
  /** Epoch ms by the browser's clock. */
  at?: number;
}

/**
 * Applies a browser's stored presses to an account. The last press of an item counts. Ignores deleted items,
 * but adds drafts, because favorites of hidden items stay. Never undoes a later press on another device.
 * `lag`: delay of the browser's clock in ms. Returns the new favorites.
 */
export async function mergePresses(
  db: Db,
  userId: number,
  presses: readonly Press[],
  lag = 0,
): Promise<FavoriteRef[]> {
  const now = Date.now();
  const timeOf = ({ at }: Press) => (at === undefined ? now : Math.max(0, Math.min(at + lag, now)));
  const last = new Map(presses.map((press) => [nameOf(press), press]));
  const timed = [...last.values()].map((press) => ({ ...press, at: timeOf(press) }));
  const isRemoval = ({ removed }: Press) => removed === true;
  const isAddition = ({ removed }: Press) => !removed;
  return db.transaction().execute(async (transaction) => {
    const existing = await ofItems(transaction, timed);
    const added = await withoutRemoved(transaction, userId, existing.filter(isAddition));
    const saved = await addAll(transaction, userId, added);
    await removeAll(transaction, userId, timed.filter(isRemoval));
    await noteRemovals(transaction, userId, existing.filter(isRemoval));
    return saved;
  });
}

type Timed = Press & { at: number };

const KEY = ['user_id', 'item_type', 'item_id'] as const;

/** Returns the presses on existing items. */
async function ofItems(db: Db, presses: readonly Timed[]): Promise<Timed[]> {
  const existing: Timed[] = [];
  for (const [type, table] of [
    ['ocean', 'oceans'],
    ['wave', 'waves'],
    ['droplet', 'droplets'],
  ] as const) {
    const pressed = presses.filter(({ itemType }) => itemType === type);
    if (pressed.length === 0) continue;
    const ids = pressed.map(({ itemId }) => itemId);
    const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
    const found = new Set(rows.map(({ id }) => id));
    existing.push(...pressed.filter(({ itemId }) => found.has(itemId)));
  }
  return existing;
}

async function addAll(db: Db, userId: number, added: readonly Timed[]): Promise<FavoriteRef[]> {
  if (added.length === 0) return [];
  const inserted = db.insertInto('favorites').values(
    added.map(({ itemType, itemId, at }) => ({
      user_id: userId,
      item_type: itemType,
      item_id: itemId,
      created_at: at,
    })),
  );
  const rows = await inserted
    .onConflict((conflict) => conflict.columns(KEY).doNothing())
    .returning(['item_type', 'item_id'])
    .execute();
  // An existing favorite gets the time of its latest addition, so that an earlier removal does not delete it.
  if (rows.length < added.length)
    await inserted
      .onConflict((conflict) =>
        conflict
          .columns(KEY)
          .doUpdateSet((eb) => ({ created_at: eb.ref('excluded.created_at') }))
          .whereRef('favorites.created_at', '<', 'excluded.created_at'),
      )
      .execute();
  return rows.map((row) => ({ itemType: row.item_type, itemId: row.item_id }));
}

async function removeAll(db: Db, userId: number, removed: readonly Timed[]): Promise<void> {
  if (removed.length === 0) return;
  await db
    .deleteFrom('favorites')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or(
        removed.map(({ itemType, itemId, at }) =>
          eb.and([eb('item_type', '=', itemType), eb('item_id', '=', itemId), eb('created_at', '<=', at)]),
        ),
      ),
    )
    .execute();
}
