import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { getSharedItem } from '../contract/endpoints.ts';
import type { ItemName } from '../shared/item-address.ts';

/** Queries the item of a shared link; null when it does not exist, or while sharing is off. */
export const sharedItemQuery = (api: Api, { kind, id }: ItemName) =>
  queryOptions({
    queryKey: keyOf(calls.getSharedItem, { kind, id }),
    queryFn: async () => {
      try {
        return await api<typeof getSharedItem>(calls.getSharedItem, { params: { kind, id } });
      } catch (error) {
        if (hasCode(error, 'not-found')) return null;
        throw error;
      }
    },
  });
