import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#platform/design/toast/toast.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import type { proveEmail, verifyEmail } from '../../contract/endpoints.ts';
import * as ownCalls from '../../contract/own-account-calls.ts';
import type { AccountDetails, User } from '../../contract/schemas.ts';
import { accountQuery } from '../account/account-queries.ts';
import { userQuery } from '../session/queries.ts';

/**
 * Returns the address that waits for its proof: the one entered last, else the account's own; null without
 * one. Only one proof is open at a time, because a new request ends the earlier one.
 */
export const unprovenAddress = (user: User, { pendingEmail }: AccountDetails): string | null =>
  pendingEmail ?? (user.emailVerified ? null : user.email);

/** Shows a toast that an address is proven. */
export const toastConfirmed = ({ email }: User) =>
  toast({ title: 'Email confirmed', description: `${email} now belongs to your account.` });

/**
 * Shows a toast about the result of {@link useProveEmail}. `proven`: the user, if the address needed no
 * proof.
 */
export const toastAsked = (email: string, proven: User | undefined) =>
  proven
    ? toast({ title: 'Already confirmed', description: `${proven.email} belongs to your account.` })
    : toast({ title: 'Check Your Email', description: `We sent a link and a code to ${email}.` });

/**
 * Mails a link and a code to an address. A new address requires the current password. Resolves to the user,
 * without a mail, when the address is already proven by another tab or device.
 */
export function useProveEmail() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; currentPassword?: string }) =>
      api<typeof proveEmail>(ownCalls.proveEmail, { body }),
    onSuccess: (proven) => {
      if (proven) queries.setQueryData(userQuery(api).queryKey, proven);
      return queries.invalidateQueries(accountQuery(api));
    },
  });
}

/** Redeems the link's token or the code, and updates the cached user. */
export function useVerifyEmail(onProven: (user: User) => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string } | { code: string }) =>
      api<typeof verifyEmail>(ownCalls.verifyEmail, { body }),
    onSuccess: (user) => {
      queries.setQueryData(userQuery(api).queryKey, user);
      void queries.invalidateQueries(accountQuery(api));
      onProven(user);
    },
    // The proof was redeemed in another tab, or here by a call whose response was lost.
    onError: (error) => {
      if (!hasCode(error, 'link-expired', 'wrong-code')) return;
      void queries.invalidateQueries(userQuery(api));
      void queries.invalidateQueries(accountQuery(api));
    },
  });
}
