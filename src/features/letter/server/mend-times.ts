import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { nextTime } from './next-time.ts';
import { PAUSE } from './queries.ts';

/** Longest possible time until a letter, in ms: a pause, and the first such day of the month after it. */
const MAX_WAIT = PAUSE + 45 * DAY;
/** Letters per round. */
const MAX_LETTERS = 1_000;

/** Recomputes the next time of letters whose stored one is so late that only a fast clock can have set it. */
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
