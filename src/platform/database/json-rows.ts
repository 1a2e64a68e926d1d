import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './dialect.ts';
import type { Db } from './open.ts';

/* Rows as JSON text, made and read inside the database. The text of either engine can be read by the other:
   both take true and 1 for a boolean column. */

/** Returns the expression of a table's row as a JSON object. */
export async function rowAsJson(db: Db, table: string): Promise<RawBuilder<string>> {
  // With `.*`, because another table may have a column of this name.
  if (engineOf(db) === 'postgres') return sql`row_to_json(${sql.ref(table)}.*)::text`;
  const columns = await columnNames(db, table);
  const pairs = columns.flatMap((name) => [sql.lit(name), sql.ref(`${table}.${name}`)]);
  return sql`json_object(${sql.join(pairs)})`;
}

/** Returns the expression of one text in a column of JSON objects. */
export const textInJson = (db: Db, column: string, key: string): RawBuilder<string> =>
  engineOf(db) === 'postgres'
    ? sql`(${sql.ref(column)}::json ->> ${sql.lit(key)})`
    : sql`(${sql.ref(column)} ->> ${sql.lit(key)})`;

/**
 * Inserts rows from JSON objects with equal keys. Columns that are missing in them get their defaults; keys
 * that are no columns any more are left out.
 * @param source a query that selects the objects as `content`
 * @param existing what to do with a row whose key is taken
 */
export async function insertFromJson(
  db: Db,
  table: string,
  source: RawBuilder<{ content: string }>,
  existing: 'fail' | 'keep',
): Promise<void> {
  const { rows } = await sql<{ content: string }>`select * from (${source}) as source limit 1`.execute(db);
  if (!rows[0]) return;
  const keys = new Set(Object.keys(JSON.parse(rows[0].content)));
  const names = (await columnNames(db, table)).filter((name) => keys.has(name));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const conflict = existing === 'keep' ? sql`on conflict do nothing` : sql``;
  if (engineOf(db) === 'postgres') {
    const values = names.map((name) => sql.ref(`made.${name}`));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${sql.join(values)} from (${source}) as source
      cross join lateral json_populate_record(null::${sql.table(table)}, source.content::json) as made
      ${conflict}`.execute(db);
    return;
  }
  const values = names.map((name) => sql`source.content ->> ${sql.lit(name)}`);
  // Without a condition SQLite would read `on conflict` as part of a join.
  await sql`insert into ${sql.table(table)} (${columns})
    select ${sql.join(values)} from (${source}) as source where true ${conflict}`.execute(db);
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
