import { randomBytes } from 'node:crypto';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { hashPassword } from './passwords.ts';
import { findUserByName, insertUser } from './users.ts';

export interface AdminWish {
  username: string;
  email: string | undefined;
  /** Undefined: a random one is made. */
  password: string | undefined;
}

/** What happened, and the password when it was made here: shown once, stored nowhere. */
export interface AdminMade {
  username: string;
  password: string | undefined;
  made: 'created' | 'promoted';
}

/** Makes the first administrator when there is none yet; null otherwise. */
export async function ensureFirstAdmin(db: Db, wish: AdminWish): Promise<AdminMade | null> {
  const hasAdmin = () =>
    db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
  if (await hasAdmin()) return null;
  try {
    return await createOrPromoteAdmin(db, wish);
  } catch (error) {
    // Another node that starts at the same moment has been first.
    if (await hasAdmin()) return null;
    throw error;
  }
}

/** Promotes the account of that name, or creates it. A promoted account keeps its password. */
export async function createOrPromoteAdmin(db: Db, wish: AdminWish): Promise<AdminMade> {
  const existing = await findUserByName(db, wish.username);
  if (existing) {
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', existing.id).execute();
    return { username: existing.username, password: undefined, made: 'promoted' };
  }
  const password = wish.password ?? randomBytes(12).toString('base64url');
  const user = await insertUser(db, {
    username: wish.username,
    email: wish.email ?? null,
    passwordHash: await hashPassword(password),
    role: 'admin',
  });
  // The owner of the machine vouches for this address.
  if (wish.email)
    await db
      .updateTable('users')
      .set({ email_verified_at: Date.now() })
      .where('email_key', '=', caseless(wish.email))
      .execute();
  return { username: user.username, password: wish.password ? undefined : password, made: 'created' };
}
