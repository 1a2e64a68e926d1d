import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Comfort } from '../contract/schemas.ts';

/** Reads an account's choices; null before any choice. */
export async function comfortOf(db: Db, userId: number): Promise<Comfort | null> {
  const row = await db
    .selectFrom('comfort')
    .select(['theme', 'text_size', 'motion', 'captions'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row
    ? { theme: row.theme, text: row.text_size, motion: row.motion, captions: toBoolean(row.captions) }
    : null;
}

/** Stores an account's choices, replacing earlier ones. */
export async function storeComfort(db: Db, userId: number, comfort: Comfort): Promise<void> {
  const { theme, text, motion, captions } = comfort;
  const chosen = { theme, text_size: text, motion, captions };
  await db
    .insertInto('comfort')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute();
}
