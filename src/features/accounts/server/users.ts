import type { Selectable } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import { isUniqueViolation } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { conflict } from '#platform/http/errors.ts';
import type { Role, User } from '../contract.ts';

export type UserRow = Selectable<Tables['users']>;

/** The role at the instant `now`: that of a subscriber lasts as long as what is paid for, whoever has noticed. */
export const roleNow = (row: Pick<UserRow, 'role' | 'subscriber_until'>, now: number): Role =>
  row.role === 'subscriber' && row.subscriber_until !== null && row.subscriber_until <= now
    ? 'free'
    : (row.role as Role);

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  role: roleNow(row, Date.now()),
});

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByName = (db: Db, username: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username_key', '=', caseless(username)).executeTakeFirst();

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', caseless(email)).executeTakeFirst();

export interface NewUser {
  username: string;
  email: string | null;
  passwordHash: string;
  role: Role;
}

const nameTaken = () =>
  conflict('Username already exists', [{ path: 'username', message: 'Username already exists' }]);
const emailTaken = () =>
  conflict('Email already in use', [{ path: 'email', message: 'Email already in use' }]);

/** Creates an account; 409 with the specification's sentence when the name or the address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  // No exception is provoked: in PostgreSQL it would end the transaction around it.
  const row = await db
    .insertInto('users')
    .values({
      username: user.username,
      username_key: caseless(user.username),
      email: user.email,
      email_key: user.email === null ? null : caseless(user.email),
      email_verified_at: null,
      password_hash: user.passwordHash,
      role: user.role,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  throw (await findUserByName(db, user.username)) ? nameTaken() : emailTaken();
}

/** 409 when another account bears the address. */
export async function assertEmailFree(db: Db, email: string, userId: number): Promise<void> {
  const bearer = await findUserByEmail(db, email);
  if (bearer && bearer.id !== userId) throw emailTaken();
}

/** Gives an account an address that was just proven; 409 when another account has taken it meanwhile. */
export async function setProvenEmail(db: Db, userId: number, email: string): Promise<UserRow> {
  try {
    return await db
      .updateTable('users')
      .set({ email, email_key: caseless(email), email_verified_at: Date.now() })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

/** Replaces a password, unless it is no longer the one that was judged; answers whether it did. */
export async function replacePassword(
  db: Db,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', user.id)
    .where('password_hash', user.password_hash === null ? 'is' : '=', user.password_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
