import type { Selectable } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import { isUniqueViolation } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareLookup } from '#platform/database/prepare-query.ts';
import type { Tables } from '#platform/database/tables.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Member } from '#platform/http/serve/reader.ts';
import type { Role, User } from '../contract/schemas.ts';
import type { AccountOwner } from './account-extension.ts';
import { roleNow } from './session/roles.ts';

export type UserRow = Selectable<Tables['users']>;

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  role: roleNow(row, Date.now()),
});

/** Maps an account with the reader's role, which differs while staff view the site as others. */
export const ownUser = ({ tier }: Member, row: UserRow): User => ({ ...toUser(row), role: tier as Role });

/** Maps an account for other features. Omits an unproven address, because it may be a stranger's. */
export const toOwner = (row: UserRow): AccountOwner => ({
  id: row.id,
  provenEmail: row.email_verified_at === null ? null : row.email_key,
});

const userById = prepareLookup('bigint', (db, hasKey) =>
  db.selectFrom('users').selectAll().select('id as key').where(hasKey('id')),
);

export const findUser = async (db: Db, id: number): Promise<UserRow | undefined> =>
  (await userById(db, id))[0];

export const findUserByName = (db: Db, username: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username_key', '=', caseless(username)).executeTakeFirst();

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', caseless(email)).executeTakeFirst();

interface NewUser {
  username: string;
  email: string | null;
  passwordHash: string;
  role: Exclude<Role, 'editor'>;
}

export const nameTaken = () => taken('username', 'Username already exists');
const emailTaken = () => taken('email', 'Email already in use');
const taken = (path: 'username' | 'email', message: string) =>
  new HttpError(`${path}-taken`, message, { issues: [{ path, message }] });

/** Inserts an account; 409 with the specification's text when the name or the address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  // Avoids a unique violation, which in PostgreSQL would abort the surrounding transaction.
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

/** Throws 409 when another account has the address. */
export async function assertEmailFree(db: Db, email: string, userId: number): Promise<void> {
  const owner = await findUserByEmail(db, email);
  if (owner && owner.id !== userId) throw emailTaken();
}

/** Sets an account's proven address; 409 when another account has it. */
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

/** Renames an account; 409 when another account has the name. */
export async function setUsername(db: Db, userId: number, username: string): Promise<void> {
  const other = await findUserByName(db, username);
  if (other && other.id !== userId) throw nameTaken();
  try {
    await db
      .updateTable('users')
      .set({ username, username_key: caseless(username) })
      .where('id', '=', userId)
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
}

/** Replaces a password unless it has changed since `user` was read. Returns whether it did. */
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
