import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { logout } from '../contract.ts';
import { setSessionUser } from './session-user.ts';

/** Ends the session here and on the server, then goes to `/`. */
export function useLogout(): { logout: () => void; pending: boolean } {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api<typeof logout>('POST /api/logout'),
    onSuccess: () => {
      navigate('/');
      setSessionUser(queries, null);
      toast({ title: 'Logged out', description: 'You have been logged out successfully' });
    },
    onError: (error) =>
      toast({
        kind: 'bad',
        title: 'Logout failed',
        description: failureText(error, 'Please try again later.'),
      }),
  });
  return { logout: () => mutate(), pending: isPending };
}
