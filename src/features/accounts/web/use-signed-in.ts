import { useQueryClient } from '@tanstack/react-query';
import { useSite } from '#platform/web/page.ts';
import type { User } from '../contract.ts';
import { setSessionUser } from './session-user.ts';

/** What follows when somebody has just signed in here: the caches know them, and this browser counts as entered. */
export function useSignedIn(): (user: User) => void {
  const queries = useQueryClient();
  const { enter } = useSite();
  return (user) => {
    enter(user.email);
    setSessionUser(queries, user);
  };
}
