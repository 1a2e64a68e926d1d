import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { listFavoriteItems } from '#features/favorites/contract/calls.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { Droplet, Items, Ocean, Wave } from '../../contract/schemas.ts';

interface FavoriteItems {
  oceans: Ocean[];
  waves: Wave[];
  droplets: Droplet[];
}

/** A cached response. */
interface Cached {
  queryKey: readonly unknown[];
  data: unknown;
}

const isOceans = answersOf(calls.listOceans);
const isWaves = answersOf(calls.listWaves);
const isDroplets = answersOf(calls.listDroplets);
const isResults = answersOf(calls.exploreDroplets);
const isFavorites = answersOf(listFavoriteItems);

/** By type: the items in a cached response; empty if its endpoint does not list this type. */
const LISTED: { [Kind in ItemType]: (cached: Cached) => readonly Items[Kind][] } = {
  ocean(cached) {
    if (isOceans(cached)) return cached.data as Ocean[];
    return isFavorites(cached) ? (cached.data as FavoriteItems).oceans : [];
  },
  wave(cached) {
    if (isWaves(cached)) return cached.data as Wave[];
    return isFavorites(cached) ? (cached.data as FavoriteItems).waves : [];
  },
  droplet(cached) {
    if (isDroplets(cached)) return cached.data as Droplet[];
    if (isResults(cached))
      return (cached.data as InfiniteData<{ droplets: Droplet[] }>).pages.flatMap(({ droplets }) => droplets);
    return isFavorites(cached) ? (cached.data as FavoriteItems).droplets : [];
  },
};

/**
 * Finds an item in the cached lists, to show it until its own request is answered. Lists and single items
 * have the same shape, and the server made both for this reader.
 */
export function cachedItem<Kind extends ItemType>(
  queries: QueryClient,
  kind: Kind,
  id: number,
): Items[Kind] | undefined {
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    if (state.data === undefined) continue;
    const found = LISTED[kind]({ queryKey, data: state.data }).find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}
