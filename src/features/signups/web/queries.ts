import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/queries.ts';
import { setSessionUser } from '#features/accounts/web/session-user.ts';
import { ApiError, failureText, NETWORK_ERROR } from '#platform/web/api-client.ts';
import { useApi, useSite } from '#platform/web/page.ts';
import type { renewLink, signUp, verifySignUp } from '../contract.ts';

export type SignUpSource = 'landing' | 'home' | 'gate';
/** Of a mailed link, or of the code in the same mail. */
export type Proof = { token: string } | { email: string; code: string };

export function useSignUp() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { email: string; source: SignUpSource }) =>
      api<typeof signUp>('POST /api/email-signup', { body }),
  });
}

/** A new link in place of one that does not open any more. */
export function useRenewLink() {
  const api = useApi();
  return useMutation({
    mutationFn: (token: string) => api<typeof renewLink>('POST /api/email-signup/renew', { body: { token } }),
  });
}

/** Redeems a link or its code. Then this browser is entered, and signed in where an account bears the address. */
export function useRedeem(onIn: () => void) {
  const queries = useQueryClient();
  const { api, enter } = useSite();
  return useMutation({
    mutationFn: async (proof: Proof) => {
      const { email, signedIn } = await api<typeof verifySignUp>('POST /api/email-signup/verify', {
        body: proof,
      });
      if (signedIn) {
        // The link is spent whatever happens now: a user who cannot be fetched is asked for another time.
        const user = await queries.fetchQuery({ ...userQuery(api), staleTime: 0 }).catch(() => undefined);
        if (user !== undefined) setSessionUser(queries, user);
      }
      return email;
    },
    onSuccess: (email) => {
      enter(email);
      onIn();
    },
  });
}

/** Specification, section 8: what a failed sign-up says. */
export function signUpFailure(error: unknown): string {
  if (error instanceof ApiError) return `Error: ${error.reason ?? 'Failed to send email'}`;
  return NETWORK_ERROR;
}

/** What a link or code that was not taken says: the server's own sentence where there is one. */
export const redeemFailure = (error: unknown): string =>
  failureText(error, 'Something went wrong on the way. Please try again.');
