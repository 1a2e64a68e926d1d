import {
  recordSecurityEvents,
  type SecurityEvent,
} from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';

/** Rows of one statement: engines limit its values. */
const ROWS = 1000;

const toEvent = ({ user_id }: { user_id: number }): SecurityEvent => ({
  userId: user_id,
  kind: 'sessions-ended',
  detail: 'site',
  device: null,
});

/** Logs everybody out, and ends every mailed link and code. For the day on which secrets have leaked. */
export async function endAllSessions(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('email_tokens').execute();
    const readers = await transaction.selectFrom('sessions').select('user_id').distinct().execute();
    for (let done = 0; done < readers.length; done += ROWS)
      await recordSecurityEvents(transaction, readers.slice(done, done + ROWS).map(toEvent));
    const { numDeletedRows } = await transaction.deleteFrom('sessions').executeTakeFirst();
    return Number(numDeletedRows);
  });
}
