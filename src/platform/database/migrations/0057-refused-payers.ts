import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY } from '#platform/text/time-units.ts';

/** Age in ms of the oldest paid time that may still last: a year, and its grace period. */
const LONGEST_PERIOD = 377 * DAY;

/**
 * Checks once more the subscriptions that older programs refused after their activation, because of another
 * amount or another configured plan. Their members get the rest of the time that they have paid for.
 */
export const refusedPayers: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    const now = Date.now();
    await db
      .updateTable('subscriptions')
      // Nodes of an older program would refuse them again. Within a day an upgrade has replaced them.
      .set({ next_check_at: now + DAY })
      .where('status', '=', 'refused')
      .where('activated_at', 'is not', null)
      .where('paid_through', '>', now - LONGEST_PERIOD)
      .execute();
  },
};
