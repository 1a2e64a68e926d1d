import type { FastifyReply } from 'fastify';
import type { InferResult } from 'kysely';
import { deleteBefore } from '#platform/database/delete-in-parts.ts';
import type { Db, SyncQuery } from '#platform/database/open.ts';
import { prepareLookup } from '#platform/database/prepare-query.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { OwnCookie } from '#platform/http/guard/own-cookie.ts';
import { hashSecret, newSecret } from '#platform/http/guard/tokens.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import type { LastSeen } from './last-seen.ts';
import { roleNow, type StaffFacts, staffRole } from './roles.ts';

/** Idle and absolute lifetime of a session in ms. Staff have short ones. */
const SESSION_LIMITS = {
  member: { idle: 7 * DAY, absolute: 30 * DAY },
  staff: { idle: 30 * MINUTE, absolute: 12 * HOUR },
} as const;

/** Shortest time between two updates of `last_seen_at`, in ms, so that most requests write nothing. */
const TOUCH_INTERVAL = MINUTE;

const limitsOf = (user: StaffFacts) => SESSION_LIMITS[staffRole(user) === null ? 'member' : 'staff'];

/** The cookie with the session's id. */
export class SessionCookie extends OwnCookie {
  constructor(secure: boolean) {
    super('stillwater_session', secure);
  }

  start(reply: FastifyReply, sessionId: string): void {
    this.set(reply, sessionId, SESSION_LIMITS.member.absolute / 1000);
  }

  /**
   * Removes the session's cookie and the browser's cached responses. Keeps the storage: the visitor's entry
   * and favorites stay, and the page's script removes the user. The caller ends the session.
   */
  end(reply: FastifyReply): void {
    this.clear(reply);
    reply.header('clear-site-data', '"cache"');
  }
}

/** Maximum number of sessions of an account. A further sign-in ends the oldest. */
export const MAX_SESSIONS = 20;

/**
 * Inserts a session. Returns its id, which only the reader's cookie stores. See `signIn` for the whole
 * sign-in.
 */
export async function startSession(db: Db, userId: number, userAgent?: string): Promise<string> {
  const id = newSecret();
  const idHash = hashSecret(id);
  const now = Date.now();
  await db
    .insertInto('sessions')
    .values({
      id_hash: idHash,
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  const others = db.selectFrom('sessions').where('user_id', '=', userId).where('id_hash', '!=', idHash);
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', idHash)
    .where(
      'id_hash',
      'not in',
      others
        .select('id_hash')
        .orderBy('created_at', 'desc')
        .limit(MAX_SESSIONS - 1),
    )
    .execute();
  return id;
}

const sessionWithRole = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'id_hash as key',
      'sessions.user_id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'users.role',
      'users.editor_since',
      'users.subscriber_until',
      'users.granted_until',
    ]);

type SessionWithRole = InferResult<ReturnType<typeof sessionWithRole>>[number];

const findSession = prepareLookup('text', (db, hasKey) => sessionWithRole(db).where(hasKey('id_hash')));

/** Returns the reader of a session, and extends its idle time; undefined when it has expired. */
function readerOf(row: SessionWithRole, lastSeen: LastSeen): Reader | undefined {
  const now = Date.now();
  const limits = limitsOf(row);
  if (now - row.last_seen_at > limits.idle || now - row.created_at > limits.absolute) return undefined;
  if (now - row.last_seen_at > TOUCH_INTERVAL) lastSeen.note(row.key);
  return { tier: roleNow(row, now), userId: row.user_id, sessionHash: row.key };
}

/** Finds the reader of a session id; null when it is unknown or expired. Extends the idle time. */
export async function readSession(db: Db, lastSeen: LastSeen, id: string): Promise<Reader | null> {
  const [row] = await findSession(db, hashSecret(id));
  if (!row) return null;
  const reader = readerOf(row, lastSeen);
  if (reader) return reader;
  // After a failed write, the next request retries.
  await endSession(db, row.key).catch((error) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  });
  return null;
}

/**
 * Makes a synchronous lookup of a session's reader, for the fast path. It returns null for an unknown
 * session, and undefined for an expired one. Then call {@link readSession}, which deletes it.
 */
export function sessionReaderNow(
  db: Db,
  lastSeen: LastSeen,
  querySync: SyncQuery,
): (id: string) => Reader | null | undefined {
  const find = querySync(sessionWithRole(db).where('id_hash', '=', '').compile());
  return (id) => {
    const row = find(hashSecret(id));
    return row ? readerOf(row, lastSeen) : null;
  };
}

export async function endSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** Ends all sessions of a user, except the given one. */
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

/** Lists a user's sessions that are not expired, the latest first. */
export async function sessionsOf(db: Db, user: StaffFacts & { id: number }): Promise<SessionRow[]> {
  const limits = limitsOf(user);
  const now = Date.now();
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
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

/** Ends one session of a user. Returns whether it existed. */
export async function endSessionOf(db: Db, userId: number, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', idHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes sessions that have expired for every role. */
export async function sweepSessions(db: Db): Promise<void> {
  const sessions = { table: 'sessions', key: 'id_hash' } as const;
  const now = Date.now();
  const { idle, absolute } = SESSION_LIMITS.member;
  // Two deletions, each by a range of an index. A single condition for both would use no index.
  await deleteBefore(db, { ...sessions, column: 'last_seen_at', end: now - idle });
  await deleteBefore(db, { ...sessions, column: 'created_at', end: now - absolute });
}
