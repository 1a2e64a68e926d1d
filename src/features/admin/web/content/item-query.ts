import { queryOptions } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { dropletQuery, oceanQuery, waveQuery } from '#features/catalogue/web/items/queries.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { Item } from './content-kinds.ts';

const ITEM_QUERIES = { ocean: oceanQuery, wave: waveQuery, droplet: dropletQuery };

/** Queries an item of any level; null when it does not exist. */
export function itemQuery(api: Api, type: ItemType, id: number) {
  const { queryKey, queryFn } = ITEM_QUERIES[type](api, id);
  return queryOptions({
    queryKey: [...queryKey],
    queryFn: queryFn as () => Promise<Item | null>,
  });
}
