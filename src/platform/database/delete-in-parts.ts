import type { DeleteResult } from 'kysely';

/** Rows of a statement: others wait for each of them on SQLite. */
const AT_ONCE = 1_000;
/** Statements of a call; the next round of a sweep goes on. */
const MOST = 100;

/**
 * Deletes many rows, a part in each statement. `deletePart` deletes at most `limit` rows. Returns the number
 * of deleted rows; some may be left.
 */
export async function deleteInParts(
  deletePart: (limit: number) => Promise<DeleteResult>,
  { atOnce = AT_ONCE, most = MOST }: { atOnce?: number; most?: number } = {},
): Promise<number> {
  let deleted = 0;
  for (let statements = 0; statements < most; statements += 1) {
    const part = Number((await deletePart(atOnce)).numDeletedRows);
    deleted += part;
    if (part < atOnce) break;
  }
  return deleted;
}
