import type { QueryClient } from '@tanstack/react-query';
import type { User } from '../contract.ts';

/** Where the signed-in user is kept beside the query cache (specification, section 3). */
const USER_KEY = 'user';

/**
 * The reader has changed: every answer may be another one now. The cache keeps only what is the same for everyone,
 * the settings, and the user; open screens ask again.
 */
export function setSessionUser(queries: QueryClient, user: User | null): void {
  queries.setQueryData(['/api/user'], user);
  try {
    if (user) sessionStorage.setItem(USER_KEY, JSON.stringify(user));
    else sessionStorage.removeItem(USER_KEY);
  } catch {
    // Storage may be refused; the cache and the cookie carry on.
  }
  const ofReader = (key: unknown) => key !== '/api/user' && key !== '/api/settings';
  void queries.resetQueries({ predicate: (query) => ofReader(query.queryKey[0]) });
}
