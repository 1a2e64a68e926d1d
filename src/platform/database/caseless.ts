import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Normalizes a name or address for the `…_key` columns, which are unique regardless of case. */
export const caseless = (text: string) => text.trim().normalize('NFKC').toLowerCase();

/** Condition that one of these {@link caseless} columns contains a text. Wildcards match literally. */
export function contains(columns: readonly string[], search: string): RawBuilder<SqlBool> {
  const pattern = `%${caseless(search).replace(/[\\%_]/g, '\\$&')}%`;
  const conditions = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}
