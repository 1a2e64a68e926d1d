import type { Db } from '#platform/database/open.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { AccessGrant, GrantSource } from '../contract/schemas.ts';

/** Reads the grants of an account, or those that wait for an address in lower case, newest first. */
export async function grantsOf(
  db: Db,
  whose: { userId: number } | { emailKey: string },
  limit: number,
): Promise<AccessGrant[]> {
  const rows = await db
    .selectFrom('access_grants')
    .leftJoin('users as giver', 'giver.id', 'access_grants.granted_by')
    .leftJoin('users as taker', 'taker.id', 'access_grants.withdrawn_by')
    .selectAll('access_grants')
    .select(['giver.username as granted_by_name', 'taker.username as withdrawn_by_name'])
    .where((eb) =>
      'userId' in whose
        ? eb('access_grants.user_id', '=', whose.userId)
        : eb('access_grants.email_key', '=', whose.emailKey),
    )
    .orderBy('access_grants.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    startsAt: instant(row.starts_at),
    endsAt: instantOrNull(row.ends_at),
    reason: row.reason,
    source: row.source as GrantSource,
    grantedBy: row.granted_by_name,
    createdAt: instant(row.created_at),
    withdrawnAt: instantOrNull(row.withdrawn_at),
    withdrawnBy: row.withdrawn_by_name,
    isWaiting: row.user_id === null,
  }));
}
