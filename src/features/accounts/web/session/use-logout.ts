import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { LOGOUT_COOKIE } from '#platform/http/contract/headers.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { getUser, logout } from '../../contract/endpoints.ts';
import { setSessionUser } from './session-user.ts';

/** In seconds: a session's longest life. */
const INTENT_MAX_AGE = 30 * 24 * 60 * 60;

/** Has the next request end the session, because none can be sent now. */
function logOutLater(): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix}${LOGOUT_COOKIE}=1; path=/; max-age=${INTENT_MAX_AGE}; samesite=lax${secure}`;
}

/**
 * Ends the session on the server and in the caches, then goes to `/`. Without a connection this browser
 * forgets the user at once, and its next request ends the session.
 */
export function useLogout(): { logout: () => void; pending: boolean } {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api<typeof logout>(calls.logout).catch((error) => {
        if (!hasCode(error, 'network-failure')) throw error;
        logOutLater();
        // Not only when somebody opens a page again.
        addEventListener('online', () => void api<typeof getUser>(calls.getUser).catch(() => {}), {
          once: true,
        });
      }),
    onSuccess: () => {
      navigate('/');
      setSessionUser(queries, null);
      toast({ title: 'Logged out', description: 'You have been logged out successfully' });
    },
    onError: toastFailure('Logout failed', 'Please try again later.'),
  });
  return { logout: () => mutate(), pending: isPending };
}
