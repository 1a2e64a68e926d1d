import { sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import type { Db } from '../open.ts';
import type { TableShape } from './table-shapes.ts';

/** Returns the highest id that a table has ever assigned, including deleted rows; 0 before the first. */
export async function lastId(db: Db, { name }: TableShape): Promise<number> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<{ last: number | null }>`
          select greatest(
            pg_sequence_last_value(pg_get_serial_sequence(quote_ident(${name}), 'id')::regclass),
            (select max(id) from ${sql.table(name)})) as last`.execute(db)
      : await sql<{
          last: number | null;
        }>`select seq as last from sqlite_sequence where name = ${name}`.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** Makes a table assign only ids above this one. */
export async function skipIds(db: Db, shape: TableShape, last: number): Promise<void> {
  if (last === 0) return;
  const { name } = shape;
  if (engineOf(db) === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(quote_ident(${name}), 'id')::regclass`;
    await sql`
      select setval(${sequence}, greatest(${last}::bigint, pg_sequence_last_value(${sequence})))`.execute(db);
    return;
  }
  const highest = Math.max(last, await lastId(db, shape));
  await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${highest})`.execute(db);
}
