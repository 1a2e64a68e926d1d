import { caseless } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { EmailSignup } from '../contract.ts';

/** Enters a new address; answers whether it was new. One statement: the same address twice at once is one entry. */
export async function insertSignup(db: Db, email: string, source: string): Promise<boolean> {
  const row = await db
    .insertInto('email_signups')
    .values({ email, email_key: caseless(email), source, has_access: true, created_at: Date.now() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null for an address that never entered. */
export async function signupAccess(db: Db, email: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('email_signups')
    .select('has_access')
    .where('email_key', '=', caseless(email))
    .executeTakeFirst();
  return row ? toBoolean(row.has_access) : null;
}

export async function allSignups(db: Db): Promise<EmailSignup[]> {
  const rows = await db
    .selectFrom('email_signups')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    createdAt: new Date(row.created_at).toISOString(),
    source: row.source,
    hasAccess: toBoolean(row.has_access),
  }));
}
