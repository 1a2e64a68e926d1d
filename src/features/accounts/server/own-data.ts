import { signupOf } from '#features/signups/server/queries.ts';
import { subscriptionsData } from '#features/subscriptions/server/own-subscriptions-data.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { OwnData, SessionEntry } from '../contract.ts';
import { type SessionRow, sessionsOf } from './sessions.ts';
import { roleNow, type UserRow } from './users.ts';

const instant = (at: number) => new Date(at).toISOString();
const instantOrNull = (at: number | null) => (at === null ? null : instant(at));

/** The hash names a session without opening it. */
export const toSessionEntry = (row: SessionRow, currentHash: string | null): SessionEntry => ({
  id: row.idHash,
  current: row.idHash === currentHash,
  createdAt: instant(row.createdAt),
  lastSeenAt: instant(row.lastSeenAt),
  userAgent: row.userAgent,
});

/**
 * Everything that is stored about an account's owner, hashes of secrets left out. What belongs to the address, and
 * not to the account, is theirs only once the address is proven.
 */
export async function ownData(db: Db, user: UserRow, currentHash: string | null): Promise<OwnData> {
  const proven = user.email_verified_at === null ? null : user.email_key;
  const [sessions, favorites, signup, links, mails, subscriptions] = await Promise.all([
    sessionsOf(db, user.id, user.role),
    favoritesStored(db, user.id),
    proven === null ? undefined : signupOf(db, proven),
    linksOf(db, user.id, proven),
    proven === null ? [] : mailsTo(db, proven),
    subscriptionsData(db, user.id),
  ]);
  return {
    account: {
      id: user.id,
      username: user.username,
      email: user.email,
      emailVerifiedAt: instantOrNull(user.email_verified_at),
      role: roleNow(user, Date.now()),
      createdAt: instant(user.created_at),
      hasPassword: user.password_hash !== null,
    },
    sessions: sessions.map((row) => toSessionEntry(row, currentHash)),
    favorites: favorites.map((row) => ({
      itemType: row.item_type,
      itemId: row.item_id,
      createdAt: instant(row.created_at),
    })),
    emailSignup: signup
      ? {
          email: signup.email,
          source: signup.source,
          hasAccess: toBoolean(signup.has_access),
          createdAt: instant(signup.created_at),
        }
      : null,
    emailLinks: links.map((row) => ({
      purpose: row.purpose,
      email: row.email_key,
      createdAt: instant(row.created_at),
      expiresAt: instant(row.expires_at),
      usedAt: instantOrNull(row.used_at),
    })),
    mails: mails.map((row) => ({
      recipient: row.recipient,
      subject: row.subject,
      createdAt: instant(row.created_at),
      sentAt: instantOrNull(row.sent_at),
    })),
    subscriptions,
  };
}

/** Also those of items that are hidden at the moment. */
const favoritesStored = (db: Db, userId: number) =>
  db
    .selectFrom('favorites')
    .select(['item_type', 'item_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

const linksOf = (db: Db, userId: number, proven: string | null) =>
  db
    .selectFrom('email_tokens')
    .select(['purpose', 'email_key', 'created_at', 'expires_at', 'used_at'])
    .where((eb) =>
      eb.or([eb('user_id', '=', userId), ...(proven === null ? [] : [eb('email_key', '=', proven)])]),
    )
    .orderBy('id')
    .execute();

const mailsTo = (db: Db, emailKey: string) =>
  db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'created_at', 'sent_at'])
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', emailKey))
    .orderBy('id')
    .execute();
