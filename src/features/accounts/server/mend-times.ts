import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { CLOCK_TOLERANCE } from '#platform/text/time-units.ts';

/**
 * Corrects the times of sessions and mailed links that only a clock that ran ahead has set: otherwise they
 * are valid for longer. Their lifetimes begin now.
 */
export async function mendAccountTimes(db: Db): Promise<void> {
  const now = Date.now();
  const future = now + CLOCK_TOLERANCE;
  // Without an index on the two columns together, one condition for both would read all sessions.
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
