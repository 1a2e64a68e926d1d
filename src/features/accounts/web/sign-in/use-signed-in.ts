import { useQueryClient } from '@tanstack/react-query';
import { useSite } from '#platform/web/page.ts';
import type { User } from '../../contract/schemas.ts';
import { setSessionUser } from '../session/session-user.ts';

/** Returns the handler of a successful login, which updates the caches and marks this browser as entered. */
export function useSignedIn(): (user: User) => void {
  const queries = useQueryClient();
  const { enter } = useSite();
  return (user) => {
    enter(user.email);
    setSessionUser(queries, user);
  };
}
