import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as calls from '#features/health/contract/calls.ts';
import type { dismissLink, getHealth, getOverview } from '#features/health/contract/endpoints.ts';
import type { BrokenLink } from '#features/health/contract/schemas.ts';
import * as warningCalls from '#features/warnings/contract/calls.ts';
import type { dismissWarning } from '#features/warnings/contract/endpoints.ts';
import type { Warning } from '#features/warnings/contract/schemas.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';

export const HEALTH_PATH = '/admin/health';

export const healthQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getHealth),
    queryFn: () => api<typeof getHealth>(calls.getHealth, { query: {} }),
    staleTime: 0,
  });

/** Queries the dashboard's numbers. The page renders without them. */
export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getOverview),
    queryFn: () => api<typeof getOverview>(calls.getOverview),
    staleTime: 0,
  });

/** Runs the checks now, without cached results. */
export function useLookAgain() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api<typeof getHealth>(calls.getHealth, { query: { again: 'true' } }),
    onSuccess: (health) => queries.setQueryData(healthQuery(api).queryKey, health),
    onError: toastFailure('The site could not be looked at'),
  });
}

function useDismissal(call: () => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  // A ref, because the second of two quick presses comes before the mutation's state is rendered.
  const isBegun = useRef(false);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: call,
    onSuccess: () => toast({ title: done }),
    onError: (error) => {
      isBegun.current = false;
      toastFailure('It could not be dismissed')(error);
    },
    // Also after an error, because another administrator may have been first.
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(calls.getHealth) }),
  });
  return {
    /** Whether the warning is being or was dismissed. The list may still contain it until the refetch. */
    isOver: isPending || isSuccess,
    dismiss() {
      if (isBegun.current) return;
      isBegun.current = true;
      mutate();
    },
  };
}

export function useDismissWarning({ kind, id }: Warning) {
  const api = useApi();
  return useDismissal(
    () => api<typeof dismissWarning>(warningCalls.dismissWarning, { params: { kind, id: String(id) } }),
    'Dismissed',
  );
}

export function useDismissLink({ id }: BrokenLink) {
  const api = useApi();
  return useDismissal(
    () => api<typeof dismissLink>(calls.dismissLink, { params: { id: String(id) } }),
    'The link stays',
  );
}
