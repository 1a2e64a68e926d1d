import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { logout } from '../../contract/endpoints.ts';
import { logOutLater } from './log-out-later.ts';
import { showSignedOut } from './show-signed-out.ts';

/**
 * Ends the session on the server and in the caches, then goes to `/`. Offline, this browser forgets the user
 * at once, and its next request ends the session.
 */
export function useLogout(): { logout: () => void; pending: boolean } {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api<typeof logout>(calls.logout).catch((error) => {
        if (!hasCode(error, 'network-failure')) throw error;
        logOutLater(api);
      }),
    onSuccess: () => {
      showSignedOut(queries, navigate);
      toast({ title: 'Logged out', description: 'You have been logged out successfully' });
    },
    onError: toastFailure('Logout failed', 'Please try again later.'),
  });
  return { logout: () => mutate(), pending: isPending };
}
