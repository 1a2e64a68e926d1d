import { listGiftCodes } from '#features/gifts/contract/admin-calls.ts';
import type { listGiftCodes as List } from '#features/gifts/contract/endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';

/** Queries the gift codes, newest first, in pages. */
export const giftsQuery = (api: Api) =>
  pagesQuery({
    queryKey: keyOf(listGiftCodes),
    fetchPage: async ({ cursor, onHeaders }) => ({
      gifts: await api<typeof List>(listGiftCodes, { query: { cursor }, onHeaders }),
    }),
    // A code may have been redeemed since.
    staleTime: 0,
  });
