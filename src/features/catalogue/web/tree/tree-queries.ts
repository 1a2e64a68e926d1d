import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { getTree } from '../../contract/endpoints.ts';

export const treeQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getTree),
    queryFn: () => api<typeof getTree>(calls.getTree),
  });
