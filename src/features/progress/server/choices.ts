import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';

/** A member's settings; without a row the defaults. */
export async function choicesOf(
  db: Db,
  userId: number,
): Promise<{ remembers: boolean; forgottenAt: number }> {
  const row = await db
    .selectFrom('progress_choices')
    .select(['remembers', 'forgotten_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { remembers: row === undefined || toBoolean(row.remembers), forgottenAt: row?.forgotten_at ?? 0 };
}
