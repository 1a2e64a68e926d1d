import type { Db } from '#platform/database/open.ts';
import { DIRECT_LIFETIME, type UploadSpace } from '../store.ts';
import { LEASE_NAME } from './finish-resumable.ts';
import { removeParts, removeResumable } from './parts.ts';
import { deletePart, KEPT_FOR } from './resumable-queries.ts';

const AT_ONCE = 100;

/**
 * Deletes uploads without a new part for a day, and parts without an upload. Returns the number of deleted
 * uploads.
 */
export async function sweepResumable(
  db: Db,
  space: Pick<UploadSpace, 'store'>,
  now = Date.now(),
): Promise<number> {
  const idle = await db
    .selectFrom('resumable_uploads')
    .select('token')
    .where('active_at', '<=', now - KEPT_FOR)
    .orderBy('active_at')
    .limit(AT_ONCE)
    .execute();
  for (const { token } of idle) await removeResumable(db, space, token, now);
  await sweepDirectParts(db, space, now);
  const left = await db
    .selectFrom('resumable_parts')
    .leftJoin('resumable_uploads', 'resumable_uploads.token', 'resumable_parts.token')
    .select('resumable_parts.token')
    .distinct()
    .where('resumable_uploads.id', 'is', null)
    .where('resumable_parts.address_expires_at', 'is', null)
    .limit(AT_ONCE)
    .execute();
  for (const { token } of left) await removeParts(db, space, token);
  await db
    .deleteFrom('leases')
    .where('name', 'like', `${LEASE_NAME}%`)
    .where('expires_at', '<=', now)
    .execute();
  return idle.length;
}

/**
 * Deletes parts that browsers never completed, or whose upload has ended. A request that began just before
 * the address expired gets the same time again to end.
 */
async function sweepDirectParts(db: Db, { store }: Pick<UploadSpace, 'store'>, now: number): Promise<void> {
  const unused = await db
    .selectFrom('resumable_parts')
    .leftJoin('resumable_uploads', 'resumable_uploads.token', 'resumable_parts.token')
    .select('resumable_parts.name')
    .where('address_expires_at', '<=', now - DIRECT_LIFETIME)
    .where((part) =>
      part.or([part('resumable_parts.is_whole', '=', false), part('resumable_uploads.id', 'is', null)]),
    )
    .limit(AT_ONCE)
    .execute();
  for (const { name } of unused) {
    await store.remove(name);
    await deletePart(db, name);
  }
}
