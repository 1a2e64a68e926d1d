import { reachableAdministrators } from '#features/accounts/server/administrator-addresses.ts';
import { settingByKey } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { withdrawMails } from '#platform/mail/one-click.ts';
import { stopSummary } from '../../contract/admin-calls.ts';
import type { SummaryChoice } from '../../contract/schemas.ts';

/** Tells whether the site sends summaries at all. */
export const isOffered = async (db: Db): Promise<boolean> =>
  (await settingByKey(db, 'analytics.summary'))?.value !== 'off';

/** Reads whether an administrator gets the weekly summary. */
export async function readChoice(db: Db, userId: number): Promise<SummaryChoice> {
  const { summary_stopped_at } = await db
    .selectFrom('users')
    .select('summary_stopped_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const reachable = await reachableAdministrators(db).where('id', '=', userId).executeTakeFirst();
  return {
    on: summary_stopped_at === null,
    offered: await isOffered(db),
    hasAddress: reachable !== undefined,
  };
}

/**
 * Stops or starts the weekly summary of one account. Stopping deletes a queued one. Returns false when there
 * is no such account.
 */
export const setChoice = (db: Db, userId: number, on: boolean): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('users')
      .set((eb) => ({
        summary_stopped_at: on ? null : eb.fn.coalesce('summary_stopped_at', eb.val(Date.now())),
      }))
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirst();
    if (!on && changed?.email) await withdrawMails(transaction, changed.email, stopSummary.path);
    return changed !== undefined;
  });
