import type { Selectable } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import { isUniqueViolation } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { conflict } from '#platform/http/errors.ts';
import type { Role, User } from '../contract.ts';

export type UserRow = Selectable<Tables['users']>;

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  role: row.role as Role,
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

/** Creates an account; 409 with the specification's sentence when the name or the address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  try {
    return await db
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
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (await findUserByName(db, user.username))
      throw conflict('Username already exists', [{ path: 'username', message: 'Username already exists' }]);
    throw conflict('Email already in use', [{ path: 'email', message: 'Email already in use' }]);
  }
}
