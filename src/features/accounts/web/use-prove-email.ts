import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import type { AccountDetails, proveEmail, User, verifyEmail } from '../contract.ts';
import { accountQuery, userQuery } from './queries.ts';

/**
 * The address that waits to be proven: the one that was asked for last, or else the account's own. A proof of another
 * one would end that one's.
 */
export const waitingAddress = (user: User, { pendingEmail }: AccountDetails): string | null =>
  pendingEmail ?? (user.emailVerified ? null : user.email);

/** Has a link and a code mailed to an address; a new address wants the current password. */
export function useProveEmail() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; currentPassword?: string }) =>
      api<typeof proveEmail>('POST /api/user/email', { body }),
    onSuccess: () => queries.invalidateQueries(accountQuery(api)),
  });
}

/** Redeems the link or the code. */
export function useVerifyEmail(onProven: (user: User) => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string } | { code: string }) =>
      api<typeof verifyEmail>('POST /api/user/email/verify', { body }),
    onSuccess: (user) => {
      queries.setQueryData(userQuery(api).queryKey, user);
      void queries.invalidateQueries(accountQuery(api));
      onProven(user);
    },
  });
}
