import type { Selectable } from 'kysely';
import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { recordSecurityEvents } from '#features/audit-log/server/security-events/record-security-event.ts';
import { contains } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { withdrawBulk } from '#platform/mail/queue.ts';
import { instant } from '#platform/text/instants.ts';
import type { EmailSignup } from '../contract/schemas.ts';

interface Filter {
  search?: string | undefined;
  hasAccess?: 'true' | 'false' | undefined;
}

interface PageRequest {
  limit: number;
  /** Instant and id of the previous page's last sign-up. */
  cursor?: string | undefined;
}

const matching = (db: Db, { search, hasAccess }: Filter) =>
  db
    .selectFrom('email_signups')
    .$if(Boolean(search), (query) => query.where(contains(['email_key'], search ?? '')))
    .$if(hasAccess !== undefined, (query) => query.where('has_access', '=', hasAccess === 'true'));

/** Lists sign-ups, newest first, with the cursor of the next page. */
export async function listSignups(
  db: Db,
  { limit, cursor, ...filter }: Filter & PageRequest,
): Promise<{ entries: EmailSignup[]; next: string | undefined }> {
  const [at, id] = (cursor ?? '').split('-').map(Number) as [number, number];
  const rows = await matching(db, filter)
    .selectAll()
    .$if(cursor !== undefined, (query) =>
      query
        // This comparison lets the engines use a range of the index.
        .where('created_at', '<=', at)
        .where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', id)])),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(toSignup),
    next: last && rows.length > page.length ? `${last.created_at}-${last.id}` : undefined,
  };
}

/** Counts matching sign-ups. */
export async function countSignups(db: Db, filter: Filter): Promise<number> {
  const { n } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Grants or revokes access, with an entry in the audit log if that changes anything. Increases the catalogue
 * version (see `RevokedEntries`). Revoking also deletes unsent invitations, and ends the sessions of the
 * address's account, except an administrator's, so that the site's owner cannot be locked out.
 */
export const changeAccess = (db: Db, author: Author, id: number, hasAccess: boolean): Promise<EmailSignup> =>
  changeCatalogue(db, async (transaction) => {
    const changed = await transaction
      .updateTable('email_signups')
      .set({ has_access: hasAccess })
      .where('id', '=', id)
      .where('has_access', '!=', hasAccess)
      .returningAll()
      .executeTakeFirst();
    if (changed) {
      if (!hasAccess) {
        await endSessionsOfAddress(transaction, changed.email_key);
        await withdrawBulk(transaction, changed.email_key);
      }
      await mailOwner(transaction, changed.email_key, hasAccess);
      await recordChange(transaction, {
        ...author,
        action: hasAccess ? 'granted' : 'revoked',
        itemType: 'email-signup',
        itemId: String(id),
        title: changed.email,
      });
      return toSignup(changed);
    }
    const row = await transaction
      .selectFrom('email_signups')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('Email signup not found');
    return toSignup(row);
  });

/** Queues a mail about the change to the address's account. Administrators' accounts are not affected. */
async function mailOwner(db: Db, emailKey: string, hasAccess: boolean): Promise<void> {
  const owners = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('role', '!=', 'admin')
    .execute();
  const kind = hasAccess ? 'access-restored' : 'access-revoked';
  await recordSecurityEvents(
    db,
    owners.map(({ id }) => ({ userId: id, kind, device: null })),
  );
}

async function endSessionsOfAddress(db: Db, emailKey: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users').select('id').where('email_key', '=', emailKey).where('role', '!=', 'admin'),
    )
    .execute();
}

export const toSignup = (row: Selectable<Tables['email_signups']>): EmailSignup => ({
  id: row.id,
  email: row.email,
  createdAt: instant(row.created_at),
  source: row.source,
  hasAccess: toBoolean(row.has_access),
});
