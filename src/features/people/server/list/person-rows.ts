import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  hasPaid,
  hasStaffRole,
  type RoleFacts,
  roleNow,
  staffRole,
} from '#features/accounts/server/session/roles.ts';
import { NO_END } from '#features/grants/server/granted-until.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { Person, PersonState, StaffRole } from '../../contract/schemas.ts';

export interface Filter {
  search?: string | undefined;
  state?: PersonState | undefined;
  role?: StaffRole | undefined;
}

/** Returns the staff role to which a filter restricts the list; undefined without restriction. */
export const staffOf = ({ role, state }: Filter): StaffRole | 'any' | undefined =>
  role ?? (state === 'staff' ? 'any' : undefined);

/*
 * In these conditions `account` is a row of users and `signup` one of email_signups. A subquery with a limit
 * is one index lookup per row; with `exists`, PostgreSQL may join whole tables first.
 */

/**
 * Condition of an account that cannot enter. A revoked address locks it, whether verified or not (see
 * `onAdmission`).
 */
export const IS_LOCKED = sql<boolean>`(account.disabled_at is not null
  or (account.role <> 'admin' and (
    select email_signups.id from email_signups
    where email_signups.email_key = account.email_key and email_signups.has_access = false limit 1
  ) is not null))`;

/** Condition of a sign-up whose address no account has verified. */
export const IS_OWN_PERSON = sql<SqlBool>`(select users.id from users
  where users.email_key = signup.email_key and users.email_verified_at is not null limit 1) is null`;

export const IS_UNSEEN = sql<SqlBool>`(
  select sessions.user_id from sessions where sessions.user_id = account.id limit 1) is null`;

/** Condition of an account's latest session. */
export const IS_LATEST = sql<SqlBool>`(select newer.user_id from sessions as newer
  where newer.user_id = session.user_id and (newer.last_seen_at > session.last_seen_at
    or (newer.last_seen_at = session.last_seen_at and newer.id_hash > session.id_hash)) limit 1) is null`;

/** Returns the condition of accounts in a state. Paid time ends exactly at its instant, as in `hasPaid`. */
export function accountIs(state: PersonState | undefined, now: number): RawBuilder<SqlBool> {
  const pays = sql<SqlBool>`(account.role = 'subscriber' and coalesce(account.subscriber_until, 0) > ${now})`;
  const isGranted = sql<SqlBool>`(account.role <> 'admin' and coalesce(account.granted_until, 0) > ${now})`;
  if (state === 'revoked') return sql`${IS_LOCKED}`;
  if (state === 'paying') return sql`${pays} and not ${IS_LOCKED}`;
  if (state === 'granted') return sql`${isGranted} and not ${pays} and not ${IS_LOCKED}`;
  const isStaff = hasStaffRole('any', 'account');
  const hasNeither = sql`not ${isGranted} and not ${pays} and not ${IS_LOCKED}`;
  if (state === 'staff') return sql`${isStaff} and ${hasNeither}`;
  if (state === 'free') return sql`not ${isStaff} and ${hasNeither}`;
  return state === undefined ? sql`true` : sql`false`;
}

export const ACCOUNT_COLUMNS = [
  'id',
  'username',
  'username_key',
  'email',
  'email_key',
  'email_verified_at',
  'role',
  'editor_since',
  'subscriber_until',
  'granted_until',
  'disabled_at',
  'created_at',
] as const;

export interface AccountRow extends RoleFacts {
  id: number;
  username: string;
  email: string | null;
  email_verified_at: number | null;
  created_at: number;
  is_locked: boolean | number;
}

export interface SignupRow {
  id: number;
  email: string;
  created_at: number;
  has_access: boolean | number;
  granted_until: number | string | null;
}

/** Latest end of the grants that wait for an account with the address of `signup`. */
export const WAITING_UNTIL = sql<number | string | null>`(
  select max(coalesce(access_grants.ends_at, ${NO_END})) from access_grants
  where access_grants.email_key = signup.email_key and access_grants.withdrawn_at is null)`;

/** Maps the latest end of grants, in epoch ms. */
function granted(until: number | null, now: number): Pick<Person, 'grantedUntil' | 'grantedForever'> {
  const grantedForever = until === NO_END;
  return {
    grantedUntil: grantedForever || until === null || until <= now ? null : instantOrNull(until),
    grantedForever,
  };
}

/** Returns the state of an account that can enter. */
function openState(row: AccountRow, now: number): PersonState {
  if (hasPaid(row, now)) return 'paying';
  if (row.role !== 'admin' && (row.granted_until ?? 0) > now) return 'granted';
  return staffRole(row) === null ? 'free' : 'staff';
}

/** Maps an account. `lastSeenAt` in epoch ms. */
export function accountPerson(row: AccountRow, lastSeenAt: number | null, now: number): Person {
  const pays = hasPaid(row, now);
  return {
    kind: 'account',
    id: row.id,
    name: row.username,
    email: row.email,
    emailProven: row.email !== null && row.email_verified_at !== null,
    role: roleNow(row, now),
    state: toBoolean(row.is_locked) ? 'revoked' : openState(row, now),
    since: instant(row.created_at),
    lastSeenAt: instantOrNull(lastSeenAt),
    paidUntil: pays ? instantOrNull(row.subscriber_until) : null,
    ...granted(row.granted_until, now),
  };
}

/** Maps a sign-up without an account. */
export const signupPerson = (row: SignupRow, now: number): Person => ({
  kind: 'signup',
  id: row.id,
  name: null,
  email: row.email,
  emailProven: false,
  role: null,
  state: toBoolean(row.has_access) ? 'email-only' : 'revoked',
  since: instant(row.created_at),
  lastSeenAt: null,
  paidUntil: null,
  ...granted(row.granted_until === null ? null : Number(row.granted_until), now),
});
