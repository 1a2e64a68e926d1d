import { type SqlBool, sql } from 'kysely';
import { hasStaffRole } from '#features/accounts/server/session/roles.ts';
import { contains } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  accountIs,
  type Filter,
  IS_LATEST,
  IS_LOCKED,
  IS_OWN_PERSON,
  IS_UNSEEN,
  type SignupRow,
  staffOf,
  WAITING_UNTIL,
} from './person-rows.ts';
import { laterThan, type Position } from './position.ts';

export type Found = { position: Position } & (
  | { account: AccountRow; lastSeenAt?: number }
  | { signup: SignupRow }
);

export interface Reach {
  /** Maximum number of persons to find. */
  limit: number;
  /** Maximum number of rows to read; null: unlimited. */
  window: number | null;
}

/** Persons in order, and the last position read; null: there are no more persons. */
interface Stretch {
  found: Found[];
  end: Position | null;
}

/** Reads persons of one kind after a position, in the order of an index. */
export type Walk = (after: Position | null, reach: Reach) => Promise<Stretch>;

/** The rows to read, in order. */
interface Examined<Row> {
  limit(rows: number): { offset(rows: number): { executeTakeFirst(): Promise<Row | undefined> } };
}

/** Returns the position of the last row read. */
async function endOf<Row>(
  found: readonly Found[],
  { limit, window }: Reach,
  examined: Examined<Row>,
  toPosition: (row: Row) => Position,
): Promise<Position | null> {
  if (found.length > limit) return found.at(-1)?.position ?? null;
  if (window === null) return null;
  const last = await examined
    .limit(1)
    .offset(window - 1)
    .executeTakeFirst();
  return last === undefined ? null : toPosition(last);
}

/** Returns the limit plus one: an additional row shows that there are more. */
const atMost = (limit: number) => Math.min(limit + 1, Number.MAX_SAFE_INTEGER);

/** Walks through accounts, newest first or by name. `unseen`: only those without a session. */
export const walkAccounts =
  (db: Db, filter: Filter, order: 'created_at' | 'username_key', unseen = false): Walk =>
  async (after, reach) => {
    const { search, state } = filter;
    const staff = staffOf(filter);
    const direction = order === 'created_at' ? 'desc' : 'asc';
    const toPosition = (row: { id: number; created_at: number; username_key: string }): Position => ({
      kind: 'account',
      id: row.id,
      key: row[order],
    });
    const examined = db
      .selectFrom('users')
      .select(ACCOUNT_COLUMNS)
      .$if(state === 'paying', (query) => query.where('role', '=', 'subscriber'))
      .$if(state === 'granted', (query) => query.where('granted_until', 'is not', null))
      .$if(staff !== undefined, (query) => query.where(hasStaffRole(staff ?? 'any', 'users')))
      .$if(after !== null, (query) =>
        query.where(
          order === 'created_at'
            ? laterThan('created_at', 'id', 'account', after as Position)
            : sql<SqlBool>`username_key > ${after?.key}`,
        ),
      )
      .orderBy(order, direction)
      // Names and addresses are unique, so no id is needed.
      .$if(order === 'created_at', (query) => query.orderBy('id', direction));
    const { window, limit } = reach;
    const rows = await db
      .selectFrom((window === null ? examined : examined.limit(window)).as('account'))
      .selectAll()
      .select(IS_LOCKED.as('is_locked'))
      .where(accountIs(state, Date.now()))
      .$if(Boolean(search), (query) =>
        query.where(contains(['account.username_key', 'account.email_key'], search ?? '')),
      )
      .$if(unseen, (query) => query.where(IS_UNSEEN))
      .orderBy(order, direction)
      .$if(order === 'created_at', (query) => query.orderBy('id', direction))
      .limit(atMost(limit))
      .execute();
    const found = rows.map((account) => ({ position: toPosition(account), account }));
    return { found, end: await endOf(found, reach, examined, toPosition) };
  };

/** Walks through sign-ups that are separate persons, newest first or by address. */
export const walkSignups =
  (db: Db, { search, state, role }: Filter, order: 'created_at' | 'email_key'): Walk =>
  async (after, reach) => {
    if (role !== undefined) return { found: [], end: null };
    if (state !== undefined && state !== 'email-only' && state !== 'revoked') return { found: [], end: null };
    const direction = order === 'created_at' ? 'desc' : 'asc';
    const toPosition = (row: { id: number; created_at: number; email_key: string }): Position => ({
      kind: 'signup',
      id: row.id,
      key: row[order],
    });
    const examined = db
      .selectFrom('email_signups')
      .selectAll()
      .$if(state !== undefined, (query) => query.where('has_access', '=', state === 'email-only'))
      .$if(after !== null, (query) =>
        query.where(
          order === 'created_at'
            ? laterThan('created_at', 'id', 'signup', after as Position)
            : sql<SqlBool>`email_key > ${after?.key}`,
        ),
      )
      .orderBy(order, direction)
      // Names and addresses are unique, so no id is needed.
      .$if(order === 'created_at', (query) => query.orderBy('id', direction));
    const { window, limit } = reach;
    const rows = await db
      .selectFrom((window === null ? examined : examined.limit(window)).as('signup'))
      .selectAll()
      .select(WAITING_UNTIL.as('granted_until'))
      .where(IS_OWN_PERSON)
      .$if(Boolean(search), (query) => query.where(contains(['signup.email_key'], search ?? '')))
      .orderBy(order, direction)
      .$if(order === 'created_at', (query) => query.orderBy('id', direction))
      .limit(atMost(limit))
      .execute();
    const found = rows.map((signup) => ({ position: toPosition(signup), signup }));
    return { found, end: await endOf(found, reach, examined, toPosition) };
  };

/** Walks through accounts with a session, last seen first, each once at its latest session. */
export const walkSessions =
  (db: Db, filter: Filter): Walk =>
  async (after, reach) => {
    const { search, state } = filter;
    const staff = staffOf(filter);
    if (state === 'email-only') return { found: [], end: null };
    const toPosition = (row: { user_id: number; last_seen_at: number }): Position => ({
      kind: 'account',
      id: row.user_id,
      key: row.last_seen_at,
    });
    const examined = db
      .selectFrom('sessions')
      .select(['user_id', 'last_seen_at', 'id_hash'])
      .$if(staff !== undefined, (query) =>
        query.where(
          'user_id',
          'in',
          db
            .selectFrom('users')
            .select('id')
            .where(hasStaffRole(staff ?? 'any', 'users')),
        ),
      )
      .$if(after !== null, (query) =>
        query.where(laterThan('last_seen_at', 'user_id', 'account', after as Position)),
      )
      .orderBy('last_seen_at', 'desc')
      .orderBy('user_id', 'desc')
      .orderBy('id_hash', 'desc');
    const { window, limit } = reach;
    const rows = await db
      .selectFrom((window === null ? examined : examined.limit(window)).as('session'))
      .innerJoin('users as account', 'account.id', 'session.user_id')
      .selectAll('session')
      .select(ACCOUNT_COLUMNS.map((column) => `account.${column}` as const))
      .select(IS_LOCKED.as('is_locked'))
      .where(IS_LATEST)
      .where(accountIs(state, Date.now()))
      .$if(Boolean(search), (query) =>
        query.where(contains(['account.username_key', 'account.email_key'], search ?? '')),
      )
      .orderBy('session.last_seen_at', 'desc')
      .orderBy('session.user_id', 'desc')
      .limit(atMost(limit))
      .execute();
    const found = rows.map((row) => ({
      position: toPosition(row),
      account: row,
      lastSeenAt: row.last_seen_at,
    }));
    return { found, end: await endOf(found, reach, examined, toPosition) };
  };
