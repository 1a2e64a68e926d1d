import { settingTitle } from '#features/settings/shared/setting-title.ts';
import type { Db } from '#platform/database/open.ts';
import { instant } from '#platform/text/instants.ts';
import type { SecurityEvent } from '../../contract/schemas.ts';

/** Reads a page of an account's security events, the newest first, and the cursor of the next page. */
export async function securityEventsPage(
  db: Db,
  userId: number,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): Promise<{ events: SecurityEvent[]; next: number | undefined }> {
  const rows = await newestFirst(db, userId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as number))
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return {
    events: shown.map(toSecurityEvent),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}

/** Reads all security events of an account, the newest first. */
export const securityEventsOfAccount = async (db: Db, userId: number): Promise<SecurityEvent[]> =>
  (await newestFirst(db, userId).execute()).map(toSecurityEvent);

const newestFirst = (db: Db, userId: number) =>
  db
    .selectFrom('security_events')
    .select(['id', 'at', 'kind', 'detail', 'device'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc');

const toSecurityEvent = ({ at, ...row }: Omit<SecurityEvent, 'at'> & { at: number }): SecurityEvent => ({
  ...row,
  detail: row.kind === 'settings-changed' && row.detail !== null ? settingTitle(row.detail) : row.detail,
  at: instant(at),
});
