import { claimSubscriptions } from '#features/subscriptions/server/claim.ts';
import type { AskerNow, Db } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { hashSecret, newSecret } from '#platform/http/bearer-secret.ts';
import type { Reader, Tier } from '#platform/http/reader.ts';
import { roleNow } from './users.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long a session may rest, and how long it may live at all, in ms. Administrators' are short. */
export const SESSION_LIMITS = {
  member: { idle: 7 * DAY, absolute: 30 * DAY },
  admin: { idle: 30 * MINUTE, absolute: 12 * 60 * MINUTE },
} as const;

/** The row is touched at most this often, so that reading costs no write. */
const TOUCH_EVERY = MINUTE;

const limitsOf = (role: string) => (role === 'admin' ? SESSION_LIMITS.admin : SESSION_LIMITS.member);

/** Where somebody signs in. */
export interface Device {
  userAgent: string | undefined;
  /** The hash of the secret of a browser that paid without an account. */
  browserHash: string | null;
}

/**
 * Starts a session and answers its id, which exists nowhere else but in the reader's cookie. What was paid for in
 * this browser, or with the account's proven address, is the account's from now on.
 */
export async function startSession(db: Db, userId: number, device: Device): Promise<string> {
  const id = newSecret();
  const now = Date.now();
  await db
    .insertInto('sessions')
    .values({
      id_hash: hashSecret(id),
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      user_agent: device.userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  await claimSubscriptions(db, userId, device.browserHash);
  return id;
}

const sessionWithRole = (db: Db, idHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.user_id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'users.role',
      'users.subscriber_until',
    ])
    .where('id_hash', '=', idHash);

interface Lived {
  role: string;
  created_at: number;
  last_seen_at: number;
}

function isOver({ role, created_at, last_seen_at }: Lived, now: number): boolean {
  const limits = limitsOf(role);
  return now - last_seen_at > limits.idle || now - created_at > limits.absolute;
}

/** The reader behind a session id; null when there is none, or it has rested or lived too long. */
export async function readSession(db: Db, id: string): Promise<Reader | null> {
  const idHash = hashSecret(id);
  const row = await sessionWithRole(db, idHash).executeTakeFirst();
  if (!row) return null;
  const now = Date.now();
  if (isOver(row, now)) {
    await asFarAsPossible(endSession(db, idHash));
    return null;
  }
  if (now - row.last_seen_at > TOUCH_EVERY)
    await asFarAsPossible(
      db.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', idHash).execute(),
    );
  return { tier: roleNow(row, now), userId: row.user_id, sessionHash: idHash };
}

/**
 * Tells the tier behind a session id within the call, as {@link readSession} does by waiting: null when it opens nothing,
 * undefined when there is something to write too (its time is over, or it is to be touched), which is for the other one.
 */
export function sessionTierNow(db: Db, askNow: AskerNow): (id: string) => Tier | null | undefined {
  const find = askNow(sessionWithRole(db, '').compile());
  return (id) => {
    const row = find(hashSecret(id));
    if (!row) return null;
    const now = Date.now();
    return isOver(row, now) || now - row.last_seen_at > TOUCH_EVERY ? undefined : roleNow(row, now);
  };
}

/** Reading goes on where there is no room to write; the next request tries again. */
async function asFarAsPossible(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/**
 * Starts a session after the password was judged, unless the password has changed since: the judging takes tens of
 * milliseconds, in which the address's owner may have taken the account over. Null then.
 */
export async function startSessionFor(
  db: Db,
  user: { id: number; password_hash: string | null },
  reader: Reader,
  device: Device,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    // A write that changes nothing holds the row, so that a takeover comes wholly before or wholly after.
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ password_hash: user.password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    if (reader.sessionHash !== null) await endSession(transaction, reader.sessionHash);
    return startSession(transaction, user.id, device);
  });
}

export async function endSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** Signs a user out everywhere, except for one session when it is named. */
export async function endSessionsOf(db: Db, userId: number, except: string | null = null): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== null) query = query.where('id_hash', '!=', except);
  await query.execute();
}

export interface SessionRow {
  idHash: string;
  createdAt: number;
  lastSeenAt: number;
  userAgent: string | null;
}

/** Where a user is signed in, the latest first; without the sessions whose time is over. */
export async function sessionsOf(db: Db, userId: number, role: string): Promise<SessionRow[]> {
  const limits = limitsOf(role);
  const now = Date.now();
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_seen_at', '>=', now - limits.idle)
    .where('created_at', '>=', now - limits.absolute)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    idHash: row.id_hash,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    userAgent: row.user_agent,
  }));
}

/** Ends one session of a user; answers whether it was there. */
export async function endSessionOf(db: Db, userId: number, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', idHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Sessions whose time is over whoever's they are. */
export async function sweepSessions(db: Db): Promise<void> {
  const now = Date.now();
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<', now - SESSION_LIMITS.member.idle),
        eb('created_at', '<', now - SESSION_LIMITS.member.absolute),
      ]),
    )
    .execute();
}
