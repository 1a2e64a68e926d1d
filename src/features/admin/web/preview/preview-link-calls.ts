import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import * as calls from '#features/preview/contract/link-calls.ts';
import type * as endpoints from '#features/preview/contract/link-endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf, keyOf } from '#platform/web/query-keys.ts';
import { changeFailure } from '../presses/change-failure.ts';

/** The item of a link. */
export interface Subject {
  type: ItemType;
  id: number;
}

export const previewLinksQuery = (api: Api, { type, id }: Subject) =>
  queryOptions({
    queryKey: keyOf(calls.listPreviewLinks, { type, id }),
    queryFn: () => api<typeof endpoints.listPreviewLinks>(calls.listPreviewLinks, { params: { type, id } }),
    staleTime: 0,
  });

function useRefetchLinks() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: answersOf(calls.listPreviewLinks) });
}

/** Returns the call that makes preview links. */
export function useCreateLink({ type, id }: Subject) {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { forWhom: string; days: (typeof calls.PREVIEW_DAYS)[number] }) =>
      api<typeof endpoints.createPreviewLink>(calls.createPreviewLink, { params: { type, id }, body }),
    onSuccess: useRefetchLinks(),
  });
}

/** Returns the call that revokes a preview link. */
export function useRevokeLink(link: number, onRevoked: (link: number) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: () =>
      api<typeof endpoints.revokePreviewLink>(calls.revokePreviewLink, { params: { id: link } }),
    onSuccess: () => {
      toast({ title: 'Link revoked', icon: 'check' });
      onRevoked(link);
    },
    onError: changeFailure('The link was not revoked'),
    onSettled: useRefetchLinks(),
  });
}
