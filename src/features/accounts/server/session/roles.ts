import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Role } from '../../contract/schemas.ts';

/* Roles of accounts, defined only here: for a loaded row, and inside a statement. */

/** Facts that decide a user's role, separate so that none overwrites another. Instants in epoch ms. */
export interface RoleFacts extends StaffFacts {
  /** End of the paid time. Null without one, and for a role without end that an administrator set by hand. */
  subscriber_until: number | null;
  /** End of granted access; null without a grant. */
  granted_until: number | null;
}

/** Facts that decide whether an account is staff. */
export interface StaffFacts {
  /** `free`, `subscriber` or `admin`. Editors have one of the first two, because they may pay too. */
  role: string;
  /** Time at which the account became an editor's; null for others. Ignored for administrators. */
  editor_since: number | null;
}

export type StaffRole = 'admin' | 'editor';

/** Returns the role of staff; null for members. */
export function staffRole({ role, editor_since }: StaffFacts): StaffRole | null {
  if (role === 'admin') return 'admin';
  return editor_since === null ? null : 'editor';
}

/**
 * Whether access to the mailbox proves nothing about an account. This is so for staff with an unproven
 * address, which may be a stranger's.
 */
export const isUnprovenStaff = (user: StaffFacts & { email_verified_at: number | null }): boolean =>
  staffRole(user) !== null && user.email_verified_at === null;

/**
 * {@link staffRole} as a condition on accounts. Literals instead of parameters let both engines use partial
 * indexes on these accounts.
 */
export function hasStaffRole(role: StaffRole | 'any', table: string): RawBuilder<SqlBool> {
  const stored = sql.ref(`${table}.role`);
  const isAdmin = sql<SqlBool>`${stored} = 'admin'`;
  const isEditor = sql<SqlBool>`${sql.ref(`${table}.editor_since`)} is not null and ${stored} <> 'admin'`;
  // In parentheses, because queries add further conditions.
  if (role === 'any') return sql`(${isAdmin} or ${isEditor})`;
  return role === 'admin' ? isAdmin : isEditor;
}

/** Whether paid access lasts at the instant `now`. It ends by itself, before any reconciliation. */
export const hasPaid = (
  { role, subscriber_until }: Pick<RoleFacts, 'role' | 'subscriber_until'>,
  now: number,
): boolean => role === 'subscriber' && subscriber_until !== null && subscriber_until > now;

/** Whether access is granted at the instant `now`, or was given by hand before grants existed. */
const isGranted = (
  { role, subscriber_until, granted_until }: Omit<RoleFacts, 'editor_since'>,
  now: number,
): boolean =>
  (granted_until !== null && granted_until > now) || (role === 'subscriber' && subscriber_until === null);

/** Returns the role at the instant `now`. Members with paid or granted access are subscribers. */
export function roleNow(facts: RoleFacts, now: number): Role {
  return staffRole(facts) ?? (hasPaid(facts, now) || isGranted(facts, now) ? 'subscriber' : 'free');
}
