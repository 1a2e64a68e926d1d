import { queryOptions } from '@tanstack/react-query';
import { listGiftCodes } from '#features/gifts/contract/admin-calls.ts';
import type { listGiftCodes as List } from '#features/gifts/contract/endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';

export const giftsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(listGiftCodes),
    queryFn: () => api<typeof List>(listGiftCodes),
    // Somebody may have redeemed one since.
    staleTime: 0,
  });
