import type { Author } from '#features/audit-log/server/change.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { FoundPerson } from '../person/find-person.ts';
import { changesOf } from '../person/person-details.ts';

const OWN = 'This is your own account. Another administrator can do this.';

/** Throws 409 when another administrator has changed the person since the last change that the caller saw. */
export async function assertCurrent(
  db: Db,
  { userId }: Author,
  found: FoundPerson,
  lastChange: number,
): Promise<void> {
  const [latest] = await changesOf(db, found, 1);
  if (!latest || latest.id <= lastChange || (latest.user !== null && latest.user.id === userId)) return;
  const who = latest.user?.username ?? 'Somebody at the command line';
  throw new HttpError('edit-conflict', `${who} changed this a moment ago. Look again before you go on.`);
}

/** Throws 409 for the caller's own account, so that administrators cannot lock themselves out. */
export function assertNotOwn({ userId }: Author, found: FoundPerson): void {
  if (found.userId !== null && found.userId === userId) throw new HttpError('own-account', OWN);
}

/**
 * Locks a person's row until the transaction ends: of two simultaneous changes, the later one sees the
 * earlier one's audit entry.
 */
export async function lockPerson(db: Db, { userId, signup }: FoundPerson): Promise<void> {
  if (userId !== null)
    await db
      .updateTable('users')
      .set((eb) => ({ role: eb.ref('role') }))
      .where('id', '=', userId)
      .execute();
  else if (signup !== null)
    await db
      .updateTable('email_signups')
      .set((eb) => ({ email_key: eb.ref('email_key') }))
      .where('id', '=', signup.id)
      .execute();
}
