import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/open.ts';
import type { Reader, Tier } from '#platform/http/reader.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long a session may rest, and how long it may live at all, in ms. Administrators' are short. */
export const SESSION_LIMITS = {
  member: { idle: 7 * DAY, absolute: 30 * DAY },
  admin: { idle: 30 * MINUTE, absolute: 12 * 60 * MINUTE },
} as const;

/** The row is touched at most this often, so that reading costs no write. */
const TOUCH_EVERY = MINUTE;

/** Only the hash is stored: a copy of the table opens no session. */
export const hashSessionId = (id: string) => createHash('sha256').update(id).digest('base64url');

const limitsOf = (role: string) => (role === 'admin' ? SESSION_LIMITS.admin : SESSION_LIMITS.member);

/** Starts a session and answers its id, which exists nowhere else but in the reader's cookie. */
export async function startSession(db: Db, userId: number, userAgent: string | undefined): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const now = Date.now();
  await db
    .insertInto('sessions')
    .values({
      id_hash: hashSessionId(id),
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  return id;
}

/** The reader behind a session id; null when there is none, or it has rested or lived too long. */
export async function readSession(db: Db, id: string): Promise<Reader | null> {
  const idHash = hashSessionId(id);
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at', 'users.role'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  if (!row) return null;
  const now = Date.now();
  const limits = limitsOf(row.role);
  if (now - row.last_seen_at > limits.idle || now - row.created_at > limits.absolute) {
    await endSession(db, idHash);
    return null;
  }
  if (now - row.last_seen_at > TOUCH_EVERY)
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', idHash).execute();
  return { tier: row.role as Tier, userId: row.user_id, sessionHash: idHash };
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
