import {
  PROOFS_TO_ADDRESS,
  REGISTRATIONS_TO_MAILBOX,
  RESET_LINKS_A_DAY,
  RESET_LINKS_TO_ADDRESS,
} from '#features/accounts/contract/rate-limits.ts';
import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { ASKS_FOR_MAILBOX } from '#features/letter/contract/endpoints.ts';
import { endSubscriptionsOf } from '#features/subscriptions/server/end-for-erasure.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { deleteCounters, mailboxOf } from '#platform/http/guard/rate-limits.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { LINKS_TO_ADDRESS } from '../contract/rate-limits.ts';
import { deleteSignup } from './account-extension.ts';

/**
 * Erases a sign-up with all data about its address: links, mails, counters, and the address in the audit log.
 * Subscriptions paid without an account end, and their rows stay without the address. An account with the
 * address stays, because only its owner may delete it. A revoked address may enter again. Increases the
 * catalogue version (see `RevokedEntries`). Throws 404.
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
    // An import would add the address again. Imports lock their rows before sign-ups, so this order avoids
    // deadlocks.
    await transaction.deleteFrom('member_import_rows').where('email_key', '=', key).execute();
    await deleteSignup(transaction, key);
    await endSubscriptionsOf(transaction, { emailKey: key });
    await transaction.deleteFrom('access_grants').where('email_key', '=', key).execute();
    const account = await transaction
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', key)
      .executeTakeFirst();
    // Open verifications and mails of an account belong to its owner.
    if (!account) {
      await transaction.deleteFrom('email_tokens').where('email_key', '=', key).execute();
      await transaction
        .deleteFrom('mails')
        .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', key))
        .execute();
      await deleteCounters(
        transaction,
        mailboxOf(key),
        LINKS_TO_ADDRESS,
        RESET_LINKS_TO_ADDRESS,
        RESET_LINKS_A_DAY,
        REGISTRATIONS_TO_MAILBOX,
        PROOFS_TO_ADDRESS,
        ASKS_FOR_MAILBOX,
      );
    }
    await recordChange(transaction, {
      ...author,
      action: 'deleted',
      itemType: 'email-signup',
      itemId: String(id),
      title: '',
    });
  });
