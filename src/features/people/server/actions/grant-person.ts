import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { grantAccess, restoreGrant, withdrawGrant } from '#features/grants/server/grant-access.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { FoundPerson } from '../person/find-person.ts';
import { assertCurrent, lockPerson } from './assert-current.ts';

interface GivenGrant {
  /** In epoch ms. */
  endsAt: number;
  reason: string;
  lastChange: number;
}

/**
 * Grants a person access until an instant, with an entry in the audit log. Does not repeat an equal grant by
 * the same caller. Returns the grant's id.
 */
export const grantPerson = (
  db: Db,
  author: Author,
  found: FoundPerson,
  { endsAt, reason, lastChange }: GivenGrant,
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, found);
    await assertCurrent(transaction, author, found, lastChange);
    const { userId, emailKey, person } = found;
    const same = await transaction
      .selectFrom('access_grants')
      .select('id')
      .where((eb) => (userId === null ? eb('email_key', '=', emailKey) : eb('user_id', '=', userId)))
      .where('ends_at', '=', endsAt)
      .where('reason', '=', reason)
      .where('granted_by', '=', author.userId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    if (same) return same.id;
    const to = userId === null ? { email: person.email ?? '' } : { userId };
    const grant = { to, endsAt, reason, source: 'owner', grantedBy: author.userId } as const;
    const id = await grantAccess(transaction, grant);
    const until = instant(endsAt);
    await record(transaction, author, found, { done: 'access-granted', until, reason });
    return id;
  });

/** Withdraws or restores a person's grant. A repetition has no effect. Throws 404 for an unknown grant. */
export const changeGrant = (
  db: Db,
  author: Author,
  found: FoundPerson,
  grantId: number,
  { isWithdrawn, lastChange }: { isWithdrawn: boolean; lastChange: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, found);
    await assertCurrent(transaction, author, found, lastChange);
    const { userId, emailKey } = found;
    const grant = await transaction
      .selectFrom('access_grants')
      .select(['ends_at', 'reason'])
      .where('id', '=', grantId)
      .where((eb) => (userId === null ? eb('email_key', '=', emailKey) : eb('user_id', '=', userId)))
      .executeTakeFirst();
    if (!grant) throw notFound('This access does not exist any more.');
    const hasChanged = isWithdrawn
      ? await withdrawGrant(transaction, grantId, author.userId)
      : await restoreGrant(transaction, grantId);
    if (!hasChanged) return;
    await record(transaction, author, found, {
      done: isWithdrawn ? 'grant-withdrawn' : 'grant-restored',
      until: instantOrNull(grant.ends_at),
      reason: grant.reason,
    });
  });

const record = (
  db: Db,
  author: Author,
  { userId, signup, person }: FoundPerson,
  details: Record<string, unknown>,
) =>
  recordChange(db, {
    ...author,
    // No actions of their own, because nodes of the previous version would refuse to list them.
    action: 'updated',
    itemType: userId === null ? 'email-signup' : 'account',
    itemId: String(userId ?? signup?.id),
    title: person.name ?? person.email ?? '',
    details,
  });
