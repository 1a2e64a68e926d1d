import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './dialect.ts';
import type { Db } from './open.ts';

/*
 * Rows as JSON text, made and parsed inside the database. Each engine can read the other's text: both accept
 * true and 1 for a boolean column.
 */

/** Returns the aggregate of a table's rows as a JSON list of objects. */
export async function rowsAsJson(db: Db, table: string): Promise<RawBuilder<string>> {
  // With `.*`, because another table may have a column of this name.
  if (engineOf(db) === 'postgres') return sql`json_agg(row_to_json(${sql.ref(table)}.*))::text`;
  const columns = await columnNames(db, table);
  const pairs = columns.flatMap((name) => [sql.lit(name), sql.ref(`${table}.${name}`)]);
  return sql`json_group_array(json_object(${sql.join(pairs)}))`;
}

/** Returns the expression of a text in the first object of a JSON list. */
export const textInJson = (db: Db, column: string, key: string): RawBuilder<string> =>
  engineOf(db) === 'postgres'
    ? sql`(${sql.ref(column)}::json -> 0 ->> ${sql.lit(key)})`
    : sql`(${sql.ref(column)} ->> ${sql.lit(`$[0].${key}`)})`;

/** A query that selects JSON lists of objects. The objects of a list have equal keys. */
type Lists = RawBuilder<{ content: string }>;

/**
 * Inserts rows from JSON lists of objects. Columns missing in a list get their defaults; keys without a
 * column are ignored. @param existing handling of a row whose key exists
 */
export async function insertFromJson(
  db: Db,
  table: string,
  source: Lists,
  existing: 'fail' | 'keep',
): Promise<void> {
  const keys = keysInJson(db);
  // Lists stored before and after the addition of a column have different keys.
  const { rows } = await sql<{ keys: string }>`
    select distinct ${keys} as keys from (${source}) as source`.execute(db);
  if (rows.length === 0) return;
  const columns = await columnNames(db, table);
  for (const row of rows) {
    const present = new Set<string>(JSON.parse(row.keys));
    const lists: Lists = sql`select content from (${source}) as source where ${keys} = ${row.keys}`;
    const names = columns.filter((name) => present.has(name));
    await insertColumns(db, table, names, lists, existing);
  }
}

/** Returns the expression of the keys of the first object in `content`, as a JSON list in order. */
const keysInJson = (db: Db): RawBuilder<string> =>
  engineOf(db) === 'postgres'
    ? sql`(select json_agg(key order by key)::text from json_object_keys(content::json -> 0) as key)`
    : sql`(select json_group_array(key) from (select key from json_each(content, '$[0]') order by key))`;

async function insertColumns(
  db: Db,
  table: string,
  names: readonly string[],
  lists: Lists,
  existing: 'fail' | 'keep',
): Promise<void> {
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const conflict = existing === 'keep' ? sql`on conflict do nothing` : sql``;
  if (engineOf(db) === 'postgres') {
    const values = names.map((name) => sql.ref(`made.${name}`));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${sql.join(values)} from (${lists}) as lists
      cross join lateral json_populate_recordset(null::${sql.table(table)}, lists.content::json) as made
      ${conflict}`.execute(db);
    return;
  }
  const values = names.map((name) => sql`made.value ->> ${sql.lit(name)}`);
  // Without a condition SQLite would read `on conflict` as part of a join.
  await sql`insert into ${sql.table(table)} (${columns})
    select ${sql.join(values)} from (${lists}) as lists, json_each(lists.content) as made
    where true ${conflict}`.execute(db);
}

async function columnNames(db: Db, table: string): Promise<string[]> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<{ name: string }>`
          select attname as name from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
          order by attnum`.execute(db)
      : await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  return rows.map(({ name }) => name);
}
