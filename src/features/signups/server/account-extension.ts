import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { redactInAuditLog } from '#features/audit-log/server/record-change.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { instant } from '#platform/text/instants.ts';
import { ACCESS_WITHDRAWN } from '../contract/calls.ts';
import type { EntryCookie } from './entry/entry-tags.ts';

/** Revoking an address locks its account. The sign-up of a verified address is part of its owner's data. */
export const signupsAccountExtension = (entryCookie: EntryCookie): AccountExtension => ({
  async onAdmission(db, userId, request) {
    const user = await db
      .selectFrom('users')
      .select(['email', 'email_key', 'role'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user || user.email === null || user.email_key === null) return;
    if (user.role !== 'admin' && !(await lockAccess(db, user.email_key)))
      throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
    // A PUT, which changes the password, leaves the entry unchanged.
    if (request.method === 'POST') entryCookie.bind(request.reply, user.email);
  },

  async onDelete(db, { provenEmail }, { forgetEmail }) {
    if (forgetEmail && provenEmail !== null) await deleteSignup(db, provenEmail);
  },

  async ownData(db, { provenEmail }) {
    if (provenEmail === null) return {};
    const row = await db
      .selectFrom('email_signups')
      .selectAll()
      .where('email_key', '=', provenEmail)
      .executeTakeFirst();
    if (!row) return {};
    return {
      emailSignup: {
        email: row.email,
        source: row.source,
        hasAccess: toBoolean(row.has_access),
        createdAt: instant(row.created_at),
      },
    };
  },
});

/**
 * Tells whether an address has access; true without a sign-up. Locks the row until the end of the
 * transaction: a simultaneous revocation runs before it, or ends the new session too.
 */
async function lockAccess(db: Db, emailKey: string): Promise<boolean> {
  const row = await db
    .updateTable('email_signups')
    .set({ email_key: emailKey })
    .where('email_key', '=', emailKey)
    .returning('has_access')
    .executeTakeFirst();
  return row === undefined || toBoolean(row.has_access);
}

/** Deletes a sign-up, and its address in the audit log of granted and revoked access. */
export async function deleteSignup(db: Db, emailKey: string): Promise<void> {
  const rows = await db
    .deleteFrom('email_signups')
    .where('email_key', '=', emailKey)
    .returning('id')
    .execute();
  await redactInAuditLog(
    db,
    'email-signup',
    rows.map(({ id }) => String(id)),
  );
}
