import { type DeleteResult, type RawBuilder, type SelectType, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Tables } from './tables.ts';

/** Rows per statement. On SQLite other statements wait while one runs. */
const AT_ONCE = 1_000;
/** Statements per call; the next round of a sweep continues. */
const MAX_STATEMENTS = 100;

/**
 * Deletes many rows, in several statements. `deletePart` deletes at most `limit` rows. Returns the number of
 * deleted rows. Some rows may remain.
 */
export async function deleteInParts(
  deletePart: (limit: number) => Promise<DeleteResult>,
  { atOnce = AT_ONCE, most = MAX_STATEMENTS }: { atOnce?: number; most?: number } = {},
): Promise<number> {
  let deleted = 0;
  for (let statements = 0; statements < most; statements += 1) {
    const part = Number((await deletePart(atOnce)).numDeletedRows);
    deleted += part;
    if (part < atOnce) break;
  }
  return deleted;
}

/** Numeric columns of a table, such as instants. */
type NumberColumn<Table> = {
  [Column in keyof Table]: SelectType<Table[Column]> extends number | null ? Column : never;
}[keyof Table];

interface RowsBefore<Name extends keyof Tables> {
  table: Name;
  /** A unique column. */
  key: keyof Tables[Name] & string;
  /** An indexed column, so that each part is a range of the index. */
  column: NumberColumn<Tables[Name]> & string;
  end: number;
  /** A further condition that most of these rows meet. */
  only?: RawBuilder<boolean>;
}

/** Deletes the rows whose column is below `end`, in parts. Some rows may remain. */
export async function deleteBefore<Name extends keyof Tables>(
  db: Db,
  { table: name, ...rows }: RowsBefore<Name>,
): Promise<void> {
  const [table, key, column] = [sql.table(name), sql.ref(rows.key), sql.ref(rows.column)];
  const only = rows.only ? sql`and ${rows.only}` : sql``;
  const oldest = sql`select ${key} from ${table} where ${column} < ${rows.end} ${only} order by ${column}`;
  await deleteInParts(async (limit) => {
    const part = sql`delete from ${table} where ${key} in (${oldest} limit ${limit})`;
    const { numAffectedRows = 0n } = await part.execute(db);
    return { numDeletedRows: numAffectedRows };
  });
}
