import { forgetInTrail } from '#features/trail/server/record-change.ts';
import { caseless } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';

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

/** The entry of an address, for its owner. */
export const signupOf = (db: Db, email: string) =>
  db.selectFrom('email_signups').selectAll().where('email_key', '=', caseless(email)).executeTakeFirst();

/** Forgets that an address ever entered, also in the trail of who granted or revoked its access. */
export async function deleteSignup(db: Db, email: string): Promise<void> {
  const gone = await db
    .deleteFrom('email_signups')
    .where('email_key', '=', caseless(email))
    .returning('id')
    .execute();
  await forgetInTrail(
    db,
    'email-signup',
    gone.map(({ id }) => String(id)),
  );
}
