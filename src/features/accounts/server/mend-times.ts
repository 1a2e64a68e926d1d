import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { CLOCK_TOLERANCE } from '#platform/text/time-units.ts';

/**
 * Resets times of sessions and mailed links that lie in the future, set by a clock that was ahead. They would
 * otherwise live longer. Their lifetimes start now.
 */
export async function mendAccountTimes(db: Db): Promise<void> {
  const now = Date.now();
  const future = now + CLOCK_TOLERANCE;
  // One condition for both columns would read all sessions, because no index has both.
  for (const column of ['created_at', 'last_seen_at'] as const)
    await db
      .updateTable('sessions')
      .set({ [column]: now })
      .where(column, '>', future)
      .execute();
  await db
    .updateTable('email_tokens')
    .set({ created_at: now, expires_at: sql`expires_at - created_at + ${now}` })
    .where('expires_at', '>', future)
    .where('created_at', '>', future)
    .execute();
}
