import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { queueSignInLink } from '#features/signups/server/sign-in-link.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { FoundPerson } from '../person/find-person.ts';

const LOCKED = 'They cannot enter, so a link would not help. Restore their access first.';

/**
 * Queues a sign-in link to a person, with an entry in the audit log. The caller must wake the mail sender
 * afterwards.
 */
export async function sendLink(db: Db, author: Author, found: FoundPerson, publicUrl: string): Promise<void> {
  const { person, userId, signup } = found;
  if (person.email === null) throw notFound('This person has no address.');
  if (person.state === 'revoked' || found.addressRevoked) throw new HttpError('access-revoked', LOCKED);
  await queueSignInLink(db, person.email, publicUrl, (transaction) =>
    recordChange(transaction, {
      ...author,
      action: 'updated',
      itemType: userId === null ? 'email-signup' : 'account',
      itemId: String(userId ?? signup?.id),
      title: person.name ?? person.email ?? '',
      details: { done: 'link-sent' },
    }),
  );
}
