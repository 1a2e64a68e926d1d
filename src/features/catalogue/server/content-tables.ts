import type { Selectable } from 'kysely';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Droplet, ItemType, Ocean, Wave } from '../contract.ts';

/* The three levels by the name of their type, for what is done to all of them alike. */

export const TABLES = { ocean: 'oceans', wave: 'waves', droplet: 'droplets' } as const;

export interface Entities {
  ocean: Ocean;
  wave: Wave;
  droplet: Droplet;
}

/** The column that says under what an item lies. */
const PARENT_COLUMN = { ocean: null, wave: 'ocean_id', droplet: 'wave_id' } as const;
export const PARENT_TYPE = { ocean: null, wave: 'ocean', droplet: 'wave' } as const;
/** The same in words of the contract. */
export const PARENT_FIELD = { ocean: null, wave: 'oceanId', droplet: 'waveId' } as const;

/** A row of any level; the last four columns stand where its level has them. */
export type ContentRow = Selectable<Tables['oceans']> & {
  ocean_id?: number;
  wave_id?: number;
  duration?: number;
  is_sample?: boolean | number;
};

export const capitalised = (type: ItemType) => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

/** The rows of one list, in its order; `parentId` is null for the oceans. */
export const rowsUnder = (db: Db, type: ItemType, parentId: number | null): Promise<ContentRow[]> =>
  listOf(db, type, parentId).selectAll().orderBy('position').orderBy('id').execute() as Promise<ContentRow[]>;

export const rowById = (db: Db, type: ItemType, id: number) =>
  db.selectFrom(TABLES[type]).selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ContentRow | undefined
  >;

export const rowsById = (db: Db, type: ItemType, ids: readonly number[]) =>
  db
    .selectFrom(TABLES[type])
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute() as Promise<ContentRow[]>;

/** The ids of all items of the next level under these, in no particular order. */
export async function idsUnder(db: Db, type: 'ocean' | 'wave', ids: readonly number[]): Promise<number[]> {
  const children = type === 'ocean' ? ('wave' as const) : ('droplet' as const);
  const rows = await db
    .selectFrom(TABLES[children])
    .select('id')
    .where(isOneOf(db, PARENT_COLUMN[children], ids))
    .execute();
  return rows.map(({ id }) => id);
}

/** The place after the last one. */
export async function endOf(db: Db, type: ItemType, parentId: number | null): Promise<number> {
  const row = await listOf(db, type, parentId)
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirst();
  return row?.last === null || row?.last === undefined ? 0 : Number(row.last) + 1;
}

export const parentIdOf = (type: ItemType, row: ContentRow): number | null =>
  (type === 'wave' ? row.ocean_id : type === 'droplet' ? row.wave_id : null) ?? null;

function listOf(db: Db, type: ItemType, parentId: number | null) {
  const column = PARENT_COLUMN[type];
  return db
    .selectFrom(TABLES[type])
    .$if(column !== null, (query) => query.where(column as never, '=', parentId as never));
}
