import type { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { setSessionUser } from './session-user.ts';

/**
 * Goes to `/` and forgets the user, whose session has ended. The page must be gone before the reset of its
 * queries. Otherwise each would be sent again, without a session.
 */
export function showSignedOut(queries: QueryClient, navigate: (to: string) => void): void {
  flushSync(() => navigate('/'));
  setSessionUser(queries, null);
}
