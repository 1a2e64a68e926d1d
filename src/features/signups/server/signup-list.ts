import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { recordChange } from '#features/trail/server/record-change.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { notFound } from '#platform/http/errors.ts';
import type { Reader } from '#platform/http/reader.ts';
import type { EmailSignup } from '../contract.ts';

interface Filter {
  search?: string | undefined;
  hasAccess?: 'true' | 'false' | undefined;
}

interface Part {
  limit?: number | undefined;
  /** Where the part before ended: instant and id of its last entry. */
  cursor?: string | undefined;
}

const matching = (db: Db, { search, hasAccess }: Filter) =>
  db
    .selectFrom('email_signups')
    .$if(Boolean(search), (query) => query.where(contains(search ?? '')))
    .$if(hasAccess !== undefined, (query) => query.where('has_access', '=', hasAccess === 'true'));

/** Wildcards in what was typed are letters like any other. */
const contains = (part: string) =>
  sql<boolean>`email_key like ${`%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Addresses, the newest first, and the cursor of the next part, if there is one. */
export async function signupsPart(
  db: Db,
  { limit, cursor, ...filter }: Filter & Part,
): Promise<{ entries: EmailSignup[]; next: string | undefined }> {
  const [at, id] = (cursor ?? '').split('-').map(Number) as [number, number];
  const rows = await matching(db, filter)
    .selectAll()
    .$if(cursor !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('created_at', '<', at), eb.and([eb('created_at', '=', at), eb('id', '<', id)])]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit((limit ?? 0) + 1))
    .execute();
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(toEmailSignup),
    next: last && rows.length > shown.length ? `${last.created_at}-${last.id}` : undefined,
  };
}

/** How many addresses there are. */
export async function countSignups(db: Db, filter: Filter): Promise<number> {
  const { n } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Grants or revokes access; what is so already leaves no trace in the trail. */
export const changeAccess = (db: Db, reader: Reader, id: number, hasAccess: boolean): Promise<EmailSignup> =>
  db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('email_signups')
      .set({ has_access: hasAccess })
      .where('id', '=', id)
      .where('has_access', '!=', hasAccess)
      .returningAll()
      .executeTakeFirst();
    if (changed) {
      await recordChange(transaction, {
        userId: reader.userId,
        action: hasAccess ? 'granted' : 'revoked',
        itemType: 'email-signup',
        itemId: String(id),
        title: changed.email,
      });
      return toEmailSignup(changed);
    }
    const row = await transaction
      .selectFrom('email_signups')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('Email signup not found');
    return toEmailSignup(row);
  });

const toEmailSignup = (row: Selectable<Tables['email_signups']>): EmailSignup => ({
  id: row.id,
  email: row.email,
  createdAt: new Date(row.created_at).toISOString(),
  source: row.source,
  hasAccess: toBoolean(row.has_access),
});
