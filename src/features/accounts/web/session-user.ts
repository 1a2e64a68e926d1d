import type { QueryClient } from '@tanstack/react-query';
import type { User } from '../contract.ts';

/** Where the signed-in user is kept beside the query cache (specification, section 3). */
const USER_KEY = 'user';

/** Puts the user where the site looks for them: the cache, and beside it the session storage. */
export function keepSessionUser(queries: QueryClient, user: User | null): void {
  queries.setQueryData(['/api/user'], user);
  try {
    if (user) sessionStorage.setItem(USER_KEY, JSON.stringify(user));
    else sessionStorage.removeItem(USER_KEY);
  } catch {
    // Storage may be refused; the cache and the cookie carry on.
  }
}

/** Which answers depend on who asks: all but the user and the settings. */
export const isOfReader = ({ queryKey: [key] }: { queryKey: readonly unknown[] }): boolean =>
  key !== '/api/user' && key !== '/api/settings';

/**
 * The reader has changed: every answer may be another one now. The cache keeps only what is the same for everyone,
 * the settings, and the user; open screens ask again.
 */
export function setSessionUser(queries: QueryClient, user: User | null): void {
  keepSessionUser(queries, user);
  void queries.resetQueries({ predicate: isOfReader });
}
