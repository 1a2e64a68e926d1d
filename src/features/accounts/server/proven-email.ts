import type { Db } from '#platform/database/open.ts';

/** Returns the key of the address that an account has proven; null without one. */
export async function provenEmailOf(db: Db, userId: number): Promise<string | null> {
  const user = await proven(db).select('email_key').where('id', '=', userId).executeTakeFirst();
  return user?.email_key ?? null;
}

/** Finds the account that has proven an address, by the address's key. */
export const provenOwner = (db: Db, emailKey: string): Promise<{ id: number } | undefined> =>
  proven(db).select('id').where('email_key', '=', emailKey).executeTakeFirst();

const proven = (db: Db) => db.selectFrom('users').where('email_verified_at', 'is not', null);
