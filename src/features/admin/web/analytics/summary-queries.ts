import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '#features/analytics/contract/admin-calls.ts';
import type { getSummary, setSummary, useSummaryLink } from '#features/analytics/contract/endpoints.ts';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';

/** Queries the reader's own choice of the weekly summary. A link in a mail can change it too. */
export const summaryQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getSummary),
    queryFn: () => api<typeof getSummary>(calls.getSummary),
    staleTime: 0,
  });

export function useSetSummary() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    // Requests are serialized, so that the last choice wins.
    scope: { id: 'summary' },
    mutationFn: (on: boolean) => api<typeof setSummary>(calls.setSummary, { body: { on } }),
    onSuccess: (choice) => queries.setQueryData(summaryQuery(api).queryKey, choice),
    onError: toastFailure('Your choice could not be saved'),
  });
}

/** Stops or starts the summary by the token of a link. */
export function useFollowLink(token: string, onSuccess: (choice: { on: boolean }) => void) {
  const api = useApi();
  return useMutation({
    onSuccess,
    mutationFn: (on: boolean) => api<typeof useSummaryLink>(calls.useSummaryLink, { body: { token, on } }),
  });
}
