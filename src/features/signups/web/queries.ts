import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { setSessionUser } from '#features/accounts/web/session/session-user.ts';
import { getFirstLesson } from '#features/catalogue/contract/calls.ts';
import type * as catalogue from '#features/catalogue/contract/endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { ApiError, failureText, NETWORK_ERROR } from '#platform/web/api-error.ts';
import { useApi, useSite } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { renewLink, signUp, verifySignUp } from '../contract/endpoints.ts';

export type SignUpSource = 'landing' | 'home' | 'gate';
/** Verification of an address: a mailed link's token, or the code in the same mail. */
type Proof = { token: string } | { email: string; code: string };

/** Queries the first film for a new visitor; null when there is none. */
export const firstLessonQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(getFirstLesson),
    queryFn: () => api<typeof catalogue.getFirstLesson>(getFirstLesson),
  });

/** Signs up, and loads the next step, `loadNext` and the first lesson, so that everything appears at once. */
export function useSignUp(loadNext: () => Promise<unknown> = async () => {}) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { email: string; source: SignUpSource }) => {
      const answer = await api<typeof signUp>(calls.signUp, { body });
      const lesson = answer.status === 'granted' ? queries.prefetchQuery(firstLessonQuery(api)) : null;
      await Promise.allSettled([loadNext(), lesson]);
      return answer;
    },
  });
}

/** Sends a new link instead of an expired one. */
export function useRenewLink() {
  const api = useApi();
  return useMutation({
    mutationFn: (token: string) => api<typeof renewLink>(calls.renewLink, { body: { token } }),
  });
}

/** Redeems a link or code: this browser is then entered, and signed in when the address has an account. */
export function useRedeem(onIn: () => void) {
  const queries = useQueryClient();
  const { api, enter } = useSite();
  return useMutation({
    mutationFn: async (proof: Proof) => {
      const { email, signedIn } = await api<typeof verifySignUp>(calls.verifySignUp, {
        body: proof,
      });
      if (signedIn) {
        // The link is used up already, so a failed fetch of the user must not fail the redemption.
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

/** Text of a failed sign-up (specification, section 8). */
export function signUpFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'network-failure') return NETWORK_ERROR;
  return `Error: ${error.reason ?? 'Failed to send email'}`;
}

/** Returns the text of a refused link or code: the server's message if there is one. */
export const redeemFailure = (error: unknown): string =>
  failureText(error, 'Something went wrong. Please try again.');
