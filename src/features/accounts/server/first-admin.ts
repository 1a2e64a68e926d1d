import { randomBytes } from 'node:crypto';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { setRole } from './account/set-role.ts';
import { hashPassword } from './password/passwords.ts';
import { isWeakPassword } from './password/weak-passwords.ts';
import { findUserByName, insertUser, type UserRow } from './users.ts';

interface AdminOptions {
  username: string;
  email: string | undefined;
  /** Undefined: a random one is generated. */
  password: string | undefined;
}

/** The password is set only when it was generated here: show it, because only its hash is stored. */
interface AdminResult {
  username: string;
  password: string | undefined;
  outcome: 'created' | 'promoted';
}

/** An `ADMIN_PASSWORD` that is easy to guess. The program then does not start. */
export class WeakAdminPassword extends Error {}

/**
 * Creates or promotes an administrator if there is none; otherwise returns null. With `refuseWeak`, throws
 * {@link WeakAdminPassword} for a password that is easy to guess.
 */
export async function ensureFirstAdmin(
  db: Db,
  options: AdminOptions,
  { refuseWeak = false } = {},
): Promise<AdminResult | null> {
  const hasAdmin = () =>
    db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
  if (await hasAdmin()) return null;
  if (refuseWeak && options.password !== undefined && (await isWeakPassword(options.password, options)))
    throw new WeakAdminPassword(
      'ADMIN_PASSWORD is too easy to guess. Use several words, or leave it empty to have one made.',
    );
  try {
    return await createOrPromoteAdmin(db, options);
  } catch (error) {
    // Another node may have created one since, when both start at the same time.
    if (await hasAdmin()) return null;
    throw error;
  }
}

/** Promotes the account with that name, or creates one. A promoted account keeps its password. */
export function createOrPromoteAdmin(db: Db, options: AdminOptions): Promise<AdminResult> {
  return db.transaction().execute(async (transaction) => {
    const existing = await findUserByName(transaction, options.username);
    return existing ? promote(transaction, existing) : create(transaction, options);
  });
}

async function promote(db: Db, user: UserRow): Promise<AdminResult> {
  await db.updateTable('users').set({ disabled_at: null }).where('id', '=', user.id).execute();
  await setRole(db, user, 'admin', { userId: null });
  if (user.disabled_at !== null)
    await recordSecurityEvent(db, { userId: user.id, kind: 'account-enabled', device: null });
  return { username: user.username, password: undefined, outcome: 'promoted' };
}

async function create(db: Db, options: AdminOptions): Promise<AdminResult> {
  const password = options.password ?? randomBytes(16).toString('base64url');
  const user = await insertUser(db, {
    username: options.username,
    email: options.email ?? null,
    passwordHash: await hashPassword(password),
    role: 'admin',
  });
  // The operator configured the address, so it counts as proven.
  if (options.email)
    await db
      .updateTable('users')
      .set({ email_verified_at: Date.now() })
      .where('email_key', '=', caseless(options.email))
      .execute();
  await recordCreation(db, user);
  return { username: user.username, password: options.password ? undefined : password, outcome: 'created' };
}

/** Records the new administrator in the account's security events and in the audit log. */
async function recordCreation(db: Db, user: UserRow): Promise<void> {
  await recordSecurityEvent(db, { userId: user.id, kind: 'role-changed', detail: 'admin', device: null });
  await recordChange(db, {
    userId: null,
    action: 'created',
    itemType: 'account',
    itemId: String(user.id),
    title: user.username,
    details: { before: {}, after: { role: 'admin' } },
  });
}
