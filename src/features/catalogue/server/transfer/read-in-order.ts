import { sql } from 'kysely';
import { idsInOrder } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { type ItemType, PARENT_TYPE } from '../../contract/kinds.ts';
import { isUnder, PARENT_COLUMN, parentIdOf, type Rows } from '../items/levels.ts';

/*
 * All items in the owner's order, drafts included. Memory holds one page of each level at a time, so the
 * reads need one state of the database.
 */

/** Rows of a page. The written texts of a page of droplets are read together. */
const PAGE = 100;
/** Short lists that are read together. With more of them, PostgreSQL would scan the whole table. */
const LISTS = 10;

/** Reads all items of a level. */
export async function* pagesOf<T extends ItemType>(db: Db, type: T): AsyncGenerator<Rows[T][]> {
  if (type === 'ocean') yield* pagesAfter(db, type, null, { position: -1, id: 0 });
  else
    for await (const parents of pagesOf(db, PARENT_TYPE[type as 'wave' | 'droplet'])) {
      const ids = parents.map(({ id }) => id);
      yield* pagesUnder(db, type as T & ('wave' | 'droplet'), ids);
    }
}

/** Reads the items under these, list after list. */
export async function* pagesUnder<T extends 'wave' | 'droplet'>(
  db: Db,
  type: T,
  parentIds: readonly number[],
): AsyncGenerator<Rows[T][]> {
  const table = sql.table(TABLE_OF[type]);
  for (let ids = parentIds; ids.length > 0; ) {
    // Cross joins make SQLite begin with the parents; PostgreSQL plans them like other joins.
    const { rows } = await sql<Rows[T]>`
      select ${table}.*
      from ${idsInOrder(db, ids.slice(0, LISTS))} as parents cross join ${table}
      where ${table}.${sql.ref(PARENT_COLUMN[type])} = parents.id
      order by parents.position, ${table}.position, ${table}.id limit ${sql.lit(PAGE)}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows[PAGE - 1];
    const parentId = last && parentIdOf[type](last);
    if (parentId) yield* pagesAfter(db, type, parentId, last);
    ids = ids.slice(parentId ? ids.indexOf(parentId) + 1 : LISTS);
  }
}

/** Reads the rest of one list, after an item. */
async function* pagesAfter<T extends ItemType>(
  db: Db,
  type: T,
  parentId: number | null,
  after: { position: number; id: number },
): AsyncGenerator<Rows[T][]> {
  for (let last: typeof after | undefined = after; last; ) {
    const { rows }: { rows: Rows[T][] } = await sql<Rows[T]>`
      select * from ${sql.table(TABLE_OF[type])}
      where ${isUnder(type, parentId)} and (position, id) > (${last.position}, ${last.id})
      order by position, id limit ${sql.lit(PAGE)}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows[PAGE - 1];
  }
}

/**
 * Divides items in the owner's order among their parents. Call the returned function for each parent, in that
 * order.
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
