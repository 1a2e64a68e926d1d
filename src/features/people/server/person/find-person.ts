import type { StaffFacts } from '#features/accounts/server/session/roles.ts';
import type { EmailSignup } from '#features/signups/contract/schemas.ts';
import { toSignup } from '#features/signups/server/signup-list.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import type { Person, PersonKind } from '../../contract/schemas.ts';
import { lastSeen } from '../list/list-people.ts';
import {
  ACCOUNT_COLUMNS,
  accountPerson,
  IS_LOCKED,
  signupPerson,
  WAITING_UNTIL,
} from '../list/person-rows.ts';

/** A person with the keys of the tables about them. */
export interface FoundPerson {
  person: Person;
  /** Null: no account. */
  userId: number | null;
  /** Columns that determine the account's role; null: no account. */
  staff: (StaffFacts & { id: number }) | null;
  emailKey: string | null;
  disabledAt: number | null;
  addressRevoked: boolean;
  /** The sign-up with the person's verified address. */
  signup: EmailSignup | null;
  sameAddress: { kind: PersonKind; id: number } | null;
}

/** Finds a person. Throws 404 for none. A sign-up with a verified address leads to its account. */
export async function findPerson(db: Db, kind: PersonKind, id: number): Promise<FoundPerson> {
  const found = await (kind === 'account' ? findAccount(db, id) : findSignup(db, id));
  if (!found) throw notFound('This person does not exist any more.');
  return found;
}

async function findAccount(db: Db, id: number): Promise<FoundPerson | undefined> {
  const account = await db
    .selectFrom('users as account')
    .select(ACCOUNT_COLUMNS.map((column) => `account.${column}` as const))
    .select(IS_LOCKED.as('is_locked'))
    .where('account.id', '=', id)
    .executeTakeFirst();
  if (!account) return undefined;
  const seen = await lastSeen(db, [id]);
  const row = await signupOf(db, account.email_key);
  const isProven = account.email_verified_at !== null;
  return {
    person: accountPerson(account, seen.get(id) ?? null, Date.now()),
    userId: id,
    staff: { id, role: account.role, editor_since: account.editor_since },
    emailKey: account.email_key,
    disabledAt: account.disabled_at,
    addressRevoked: row !== undefined && !toBoolean(row.has_access),
    signup: row && isProven ? toSignup(row) : null,
    sameAddress: row && !isProven ? { kind: 'signup', id: row.id } : null,
  };
}

async function findSignup(db: Db, id: number): Promise<FoundPerson | undefined> {
  const row = await db
    .selectFrom('email_signups as signup')
    .selectAll()
    .select(WAITING_UNTIL.as('granted_until'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const account = await db
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where('email_key', '=', row.email_key)
    .executeTakeFirst();
  if (account && account.email_verified_at !== null) return findAccount(db, account.id);
  return {
    person: signupPerson(row, Date.now()),
    userId: null,
    staff: null,
    emailKey: row.email_key,
    disabledAt: null,
    addressRevoked: !toBoolean(row.has_access),
    signup: toSignup(row),
    sameAddress: account ? { kind: 'account', id: account.id } : null,
  };
}

const signupOf = async (db: Db, emailKey: string | null) =>
  emailKey === null
    ? undefined
    : db.selectFrom('email_signups').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
