import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type {
  askForLetter,
  confirmLetter,
  getLetter,
  setLetter,
  useLetterLink,
} from '../contract/endpoints.ts';
import type { Letter, LetterAction, Rhythm, Schedule } from '../contract/schemas.ts';

export const letterQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getLetter),
    queryFn: () => api<typeof getLetter>(calls.getLetter),
  });

/** A member's choices. */
export type LetterChoice = Schedule & { on: boolean; rhythm: Rhythm };

export function useSetLetter() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    // Requests are serialized, so that the last choice wins.
    scope: { id: 'letter' },
    mutationFn: (body: LetterChoice) => api<typeof setLetter>(calls.setLetter, { body }),
    onSuccess: (letter) => queries.setQueryData(letterQuery(api).queryKey, letter),
    onError: toastFailure('Your choice could not be saved'),
  });
}

/** A request for letters without an account. */
export type LetterRequest = Schedule & { email: string };

export function useAskForLetter() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: LetterRequest) => api<typeof askForLetter>(calls.askForLetter, { body }),
  });
}

export function useConfirmLetter() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: Schedule & { token: string }) =>
      api<typeof confirmLetter>(calls.confirmLetter, { body }),
  });
}

/** Applies the action of a letter's link. */
export function useAction(token: string, onSuccess: (letter: Letter) => void) {
  const api = useApi();
  return useMutation({
    onSuccess,
    mutationFn: (action: LetterAction) =>
      api<typeof useLetterLink>(calls.useLetterLink, { body: { token, action } }),
  });
}
