import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import type { getTree } from '../contract.ts';

export const treeQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/tree'],
    queryFn: () => api<typeof getTree>('GET /api/tree'),
  });
