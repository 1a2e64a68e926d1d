import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { mailboxOf } from '#platform/http/guard/rate-limits.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { deleteSignup } from './account-extension.ts';

/**
 * Erases a sign-up with all that is stored about its address: links, mails, counters, and the address in
 * the audit log. An account with the address stays: its owner deletes it. A revoked address may enter again.
 * Bumps the catalogue version (see `RevokedEntries`). Throws 404.
 */
export const eraseSignup = (db: Db, author: Author, id: number): Promise<void> =>
  changeCatalogue(db, async (transaction) => {
    const signup = await transaction
      .selectFrom('email_signups')
      .select('email_key')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!signup) throw notFound('Email signup not found');
    const { email_key: key } = signup;
    await deleteSignup(transaction, key);
    await transaction.deleteFrom('access_grants').where('email_key', '=', key).execute();
    const account = await transaction
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', key)
      .executeTakeFirst();
    // An account's open proofs and mails are its owner's.
    if (!account) {
      await transaction.deleteFrom('email_tokens').where('email_key', '=', key).execute();
      await transaction
        .deleteFrom('mails')
        .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', key))
        .execute();
      const counters = [
        'sign-in-link:address',
        'reset-link:address',
        'reset-link:day',
        'register:mailbox',
        'letter-ask:mailbox',
      ];
      await transaction
        .deleteFrom('rate_limits')
        .where(
          'key',
          'in',
          counters.map((name) => `${name}:${mailboxOf(key)}`),
        )
        .execute();
    }
    await recordChange(transaction, {
      ...author,
      action: 'deleted',
      itemType: 'email-signup',
      itemId: String(id),
      title: '',
    });
  });
