import {
  recordSecurityEvents,
  type SecurityEvent,
} from '#features/audit-log/server/security-events/record-security-event.ts';
import { deleteInParts } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';

/** Accounts in one transaction. */
const AT_ONCE = 1_000;

const toEvent = (userId: number): SecurityEvent => ({
  userId,
  kind: 'sessions-ended',
  detail: 'site',
  device: null,
});

/**
 * Logs everybody out, and ends every mailed link and code, for the day on which secrets have leaked. Each
 * transaction covers some accounts, because a single one would block every write of the site. Returns the
 * number of ended sessions. After a failure, call it again.
 */
export async function endAllSessions(db: Db, atOnce = AT_ONCE): Promise<number> {
  // Links first, so that none starts a session of an account whose sessions have just ended.
  await deleteInParts(
    (limit) =>
      db
        .deleteFrom('email_tokens')
        .where('id', 'in', (eb) => eb.selectFrom('email_tokens').select('id').orderBy('id').limit(limit))
        .executeTakeFirst(),
    { most: Number.POSITIVE_INFINITY },
  );
  let ended = 0;
  for (let after = 0; ; ) {
    const users = await db
      .selectFrom('sessions')
      .select('user_id')
      .distinct()
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(atOnce)
      .execute();
    const last = users.at(-1)?.user_id;
    if (last === undefined) return ended;
    ended += await endSessionsBetween(db, after, last);
    after = last;
  }
}

/**
 * Ends the sessions of accounts with ids above `after` and up to `last`, and records a security event for
 * each.
 */
const endSessionsBetween = (db: Db, after: number, last: number): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const sessions = await transaction
      .deleteFrom('sessions')
      .where('user_id', '>', after)
      .where('user_id', '<=', last)
      .returning('user_id')
      .execute();
    const owners = new Set(sessions.map(({ user_id }) => user_id));
    await recordSecurityEvents(transaction, [...owners].map(toEvent));
    return sessions.length;
  });
