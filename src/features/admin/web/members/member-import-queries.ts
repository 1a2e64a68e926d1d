import { queryOptions } from '@tanstack/react-query';
import * as calls from '#features/member-import/contract/calls.ts';
import type { getMemberImport, listMemberImports } from '#features/member-import/contract/endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';

/** Polling interval of a running import, in ms. */
const POLL_INTERVAL = 1_000;

export const importsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listMemberImports),
    queryFn: () => api<typeof listMemberImports>(calls.listMemberImports),
    staleTime: 0,
  });

/** Queries one import. Polls while it runs. */
export const importQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keyOf(calls.getMemberImport, { id }),
    queryFn: () => api<typeof getMemberImport>(calls.getMemberImport, { params: { id: String(id) } }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? POLL_INTERVAL : false),
  });
