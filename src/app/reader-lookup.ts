import { getUser } from '#features/accounts/contract/calls.ts';
import type { LastSeen } from '#features/accounts/server/session/last-seen.ts';
import { LogoutCookie } from '#features/accounts/server/session/resolve-readers.ts';
import { readSession, SessionCookie, sessionReaderNow } from '#features/accounts/server/session/sessions.ts';
import { VIEW_COOKIE } from '#features/preview/contract/calls.ts';
import { bindsEntry, type RevokedEntries } from '#features/signups/server/entry/revoked-entries.ts';
import { CheckoutCookie } from '#features/subscriptions/server/checkout/checkout-cookie.ts';
import type { Db, SyncQuery } from '#platform/database/open.ts';
import type { ReaderLookup } from '#platform/http/fast-path/fast-path.ts';

/** Defines for the fast path which cookies matter and how a session is looked up. */
export const readerLookup = (
  db: Db,
  lastSeen: LastSeen,
  querySync: SyncQuery | undefined,
  secure: boolean,
  revoked: RevokedEntries,
): ReaderLookup => ({
  sessionCookie: new SessionCookie(secure).name,
  isRevoked: revoked.find,
  // Only the router handles these readers: a browser that paid without an account reads as a subscriber, one
  // that was logged out offline as a visitor, an administrator or editor may view as another reader, and a
  // preview link may show a draft.
  routerOnlyCookies: [new CheckoutCookie(secure).name, new LogoutCookie(secure).name, VIEW_COOKIE],
  isRouterOnly: (path, entry) => path === getUser.path && bindsEntry(entry),
  findReader: (session) => readSession(db, lastSeen, session),
  findReaderSync: querySync && sessionReaderNow(db, lastSeen, querySync),
});
