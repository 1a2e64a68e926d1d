import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF, type Tables } from '#platform/database/tables.ts';
import type { ItemType } from '../../contract/kinds.ts';

/* The three levels of the catalogue by type, for code that treats them alike. */

/** The parent's id in the contract. */
export const PARENT_FIELD = { ocean: null, wave: 'oceanId', droplet: 'waveId' } as const;
export const PARENT_COLUMN = { ocean: null, wave: 'ocean_id', droplet: 'wave_id' } as const;

export interface Rows {
  ocean: Selectable<Tables['oceans']>;
  wave: Selectable<Tables['waves']>;
  droplet: Selectable<Tables['droplets']>;
}

export interface ParentIds {
  ocean: null;
  wave: number;
  droplet: number;
}

export const parentIdOf: { [T in ItemType]: (row: Rows[T]) => ParentIds[T] } = {
  ocean: () => null,
  wave: (row) => row.ocean_id,
  droplet: (row) => row.wave_id,
};

export const capitalized = (type: ItemType) => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

type Condition = RawBuilder<SqlBool>;

const EVERY_ROW: Condition = sql`1 = 1`;

const selectRows: { [T in ItemType]: (db: Db, condition: Condition) => Promise<Rows[T][]> } = {
  ocean: (db, condition) =>
    db.selectFrom('oceans').selectAll().where(condition).orderBy('position').orderBy('id').execute(),
  wave: (db, condition) =>
    db.selectFrom('waves').selectAll().where(condition).orderBy('position').orderBy('id').execute(),
  droplet: (db, condition) =>
    db.selectFrom('droplets').selectAll().where(condition).orderBy('position').orderBy('id').execute(),
};

/** Condition for the rows of one list. */
export const isUnder = (type: ItemType, parentId: number | null): Condition => {
  const column = PARENT_COLUMN[type];
  return column === null ? EVERY_ROW : sql`${sql.ref(column)} = ${parentId}`;
};

export async function rowById<T extends ItemType>(db: Db, type: T, id: number): Promise<Rows[T] | undefined> {
  const [row] = await selectRows[type](db, sql`id = ${id}`);
  return row;
}

export const rowsById = <T extends ItemType>(db: Db, type: T, ids: readonly number[]): Promise<Rows[T][]> =>
  selectRows[type](db, isOneOf(db, 'id', ids));

/** The rows of one list in its order. */
export const rowsUnder = <T extends ItemType>(db: Db, type: T, parentId: ParentIds[T]): Promise<Rows[T][]> =>
  selectRows[type](db, isUnder(type, parentId));

/** The rows of several lists, each in its order. */
export const rowsUnderAny = <T extends 'wave' | 'droplet'>(
  db: Db,
  type: T,
  parentIds: readonly number[],
): Promise<Rows[T][]> => selectRows[type](db, isOneOf(db, PARENT_COLUMN[type], parentIds));

/** The ids of the items of the next level under these, in no particular order. */
export async function idsUnder(db: Db, type: 'ocean' | 'wave', ids: readonly number[]): Promise<number[]> {
  const children = type === 'ocean' ? ('wave' as const) : ('droplet' as const);
  const rows = await db
    .selectFrom(TABLE_OF[children])
    .select('id')
    .where(isOneOf(db, PARENT_COLUMN[children], ids))
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether no item of a list has a position. */
export async function isFreePosition(
  db: Db,
  type: ItemType,
  parentId: number | null,
  position: number,
): Promise<boolean> {
  const row = await db
    .selectFrom(TABLE_OF[type])
    .select('id')
    .where(isUnder(type, parentId))
    .where('position', '=', position)
    .executeTakeFirst();
  return row === undefined;
}

/** The position after the last item of a list. */
export async function endPosition(db: Db, type: ItemType, parentId: number | null): Promise<number> {
  const row = await db
    .selectFrom(TABLE_OF[type])
    .select((eb) => eb.fn.max('position').as('last'))
    .where(isUnder(type, parentId))
    .executeTakeFirst();
  return row?.last === null || row?.last === undefined ? 0 : Number(row.last) + 1;
}

/** Reads the last row of a list. */
export async function lastRow<T extends ItemType>(
  db: Db,
  type: T,
  parentId: ParentIds[T],
): Promise<Rows[T] | undefined> {
  const position = (await endPosition(db, type, parentId)) - 1;
  const rows = await selectRows[type](db, sql`${isUnder(type, parentId)} and position = ${position}`);
  return rows.at(-1);
}
