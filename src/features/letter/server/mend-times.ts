import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { nextTime } from './next-time.ts';
import { PAUSE } from './queries.ts';

/** Longest wait for a letter, in ms: a pause, and the next first day of a month after a letter. */
const MAX_WAIT = PAUSE + 45 * DAY;
/** Letters of one round. */
const MAX_LETTERS = 1_000;

/** Finds the next time of letters whose present one only a clock that ran ahead has set. */
export async function mendTimes(db: Db, now = Date.now()): Promise<void> {
  const rows = await db
    .selectFrom('letters')
    .selectAll()
    .where('next_at', '>', now + MAX_WAIT)
    .limit(MAX_LETTERS)
    .execute();
  for (const row of rows) {
    const paused_until = (row.paused_until ?? 0) > now + PAUSE ? null : row.paused_until;
    await db
      .updateTable('letters')
      .set({ paused_until, next_at: nextTime(row, Math.max(now, paused_until ?? 0)) })
      .where('id', '=', row.id)
      .where('next_at', '=', row.next_at)
      .execute();
  }
}
