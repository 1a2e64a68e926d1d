import type { QueryClient } from '@tanstack/react-query';
import { listSettings } from '#features/settings/contract/calls.ts';
import { LAST_STOP_KEY } from '#platform/web/entered.ts';
import { answersOf, keyOf } from '#platform/web/query-keys.ts';
import { getUser } from '../../contract/calls.ts';
import type { User } from '../../contract/schemas.ts';
import { forgetDrafts } from './forget-drafts.ts';
import { READER_CHANGED_KEY } from './queries.ts';

/** Key of the signed-in user in the session storage (specification, section 3). */
const USER_KEY = 'user';

/** Stores the user in the query cache and the session storage. */
export function storeSessionUser(queries: QueryClient, user: User | null): void {
  queries.setQueryData(keyOf(getUser), user);
  try {
    if (user) sessionStorage.setItem(USER_KEY, JSON.stringify(user));
    else {
      sessionStorage.removeItem(USER_KEY);
      // The next reader of this browser may be somebody else.
      localStorage.removeItem(LAST_STOP_KEY);
    }
  } catch {
    // When storage is refused, the cache and the cookie suffice.
  }
}

const isUserOrSettings = answersOf(getUser, listSettings);

/** Whether a query depends on the reader: all do, except those of the settings and the user. */
export const dependsOnReader = (query: { queryKey: readonly unknown[] }): boolean => !isUserOrSettings(query);

/** Stores a new user, or null after a logout, and resets every query that depends on the reader. */
export function setSessionUser(queries: QueryClient, user: User | null): void {
  storeSessionUser(queries, user);
  if (!user) {
    // The worker deletes the content kept for offline use. It does not control a page reloaded past the
    // cache.
    void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('forget'));
    forgetDrafts();
  }
  tellOtherTabs();
  void queries.resetQueries({ predicate: dependsOnReader });
}

/** Notifies the browser's other tabs that the reader or their access has changed. */
export function tellOtherTabs(): void {
  try {
    localStorage.setItem(READER_CHANGED_KEY, String(Date.now()));
  } catch {
    // Without storage, other tabs learn it from their next call.
  }
}
