import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Droplet, ItemType, Ocean, Wave } from '../contract.ts';

interface Items {
  ocean: Ocean;
  wave: Wave;
  droplet: Droplet;
}

/** The lists that answer whole items of a kind. */
const LISTS: Record<ItemType, RegExp> = {
  ocean: /^\/api\/oceans$/,
  wave: /^\/api\/oceans\/\d+\/waves$/,
  droplet: /^\/api\/waves\/\d+\/droplets$/,
};
const EXPLORED = '/api/explore/droplets';
const FAVORITES = '/api/favorites/items';

/**
 * An item as some list has shown it already: what its page begins with, until its own answer is here. Lists and single
 * answers have the same shape, and were both made for this reader.
 */
export function knownItem<Kind extends ItemType>(
  queries: QueryClient,
  kind: Kind,
  id: number,
): Items[Kind] | undefined {
  const isIt = (item: { id: number }) => item.id === id;
  for (const query of queries.getQueryCache().getAll()) {
    const found = itemsOf(kind, String(query.queryKey[0]), query.state.data).find(isIt);
    if (found) return found as Items[Kind];
  }
  return undefined;
}

function itemsOf(kind: ItemType, path: string, data: unknown): readonly (Ocean | Wave | Droplet)[] {
  if (data === undefined) return [];
  if (LISTS[kind].test(path)) return data as Items[ItemType][];
  if (path === FAVORITES) return (data as Record<`${ItemType}s`, Items[ItemType][]>)[`${kind}s`];
  if (path === EXPLORED && kind === 'droplet')
    return (data as InfiniteData<{ droplets: Droplet[] }>).pages.flatMap(({ droplets }) => droplets);
  return [];
}
