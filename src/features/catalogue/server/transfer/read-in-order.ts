import { sql } from 'kysely';
import { idsInOrder } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { PARENT_COLUMN, PARENT_TYPE, parentIdOf, type Rows, TABLES } from '../items/levels.ts';

/* All items in the owner's order, drafts too. A page of each level is in memory at a time, so the reads belong
   into one state of the database. */

/** Rows of a page. The texts that were written for a page of droplets are read together. */
const PAGE = 100;
/** Stands for the parent of oceans. */
const NOTHING = 0;

/** Reads all items of a level. */
export async function* pagesOf<T extends ItemType>(db: Db, type: T): AsyncGenerator<Rows[T][]> {
  const parentType = PARENT_TYPE[type];
  if (parentType === null) yield* pagesUnder(db, type, [NOTHING]);
  else
    for await (const parents of pagesOf(db, parentType))
      yield* pagesUnder(
        db,
        type,
        parents.map(({ id }) => id),
      );
}

/** Reads the items under these, list after list. */
export async function* pagesUnder<T extends ItemType>(
  db: Db,
  type: T,
  parentIds: readonly number[],
): AsyncGenerator<Rows[T][]> {
  const table = TABLES[type];
  const column = PARENT_COLUMN[type];
  const isChild = column === null ? sql`1 = 1` : sql`${sql.ref(`${table}.${column}`)} = parents.id`;
  const order = sql`parents.position, ${sql.ref(`${table}.position`)}, ${sql.ref(`${table}.id`)}`;
  let after = [-1, 0, 0];
  for (let ids = parentIds; ; ) {
    // Cross joins make SQLite begin with the parents; PostgreSQL plans them like other joins.
    const { rows } = await sql<Rows[T]>`
      select ${sql.table(table)}.*
      from ${idsInOrder(db, ids)} as parents cross join ${sql.table(table)}
      where ${isChild} and (${order}) > (${sql.join(after)})
      order by ${order} limit ${sql.lit(PAGE)}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows[PAGE - 1];
    if (!last) return;
    ids = ids.slice(ids.indexOf(parentIdOf[type](last) ?? NOTHING));
    after = [0, last.position, last.id];
  }
}

/**
 * Divides items in the owner's order among their parents. The returned function must be asked for the items of
 * each parent, in that order.
 */
export function byParent<Item>(pages: AsyncIterable<Item[]>, parentId: (item: Item) => number) {
  const items = each(pages);
  let next: IteratorResult<Item, undefined> | undefined;
  return async function* (id: number): AsyncGenerator<Item> {
    for (next ??= await items.next(); !next.done && parentId(next.value) === id; next = await items.next())
      yield next.value;
  };
}

/** Reads pages item by item. */
export async function* each<Item>(pages: AsyncIterable<Item[]>): AsyncGenerator<Item, undefined> {
  for await (const page of pages) yield* page;
}
