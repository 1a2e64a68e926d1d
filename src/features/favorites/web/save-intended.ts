import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { FAVORITE_READS } from '../contract/calls.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { FAVORITE } from './intended-favorite.ts';
import { toggleFavorite } from './toggle-favorite.ts';

const TYPES: readonly FavoriteRef['itemType'][] = ['ocean', 'wave', 'droplet'];

/** Parses the parameter; null if it is missing or invalid. */
export function readIntended(search: URLSearchParams): FavoriteRef | null {
  const [, type, digits] = /^([a-z]{1,10})-([1-9]\d{0,14})$/.exec(search.get(FAVORITE) ?? '') ?? [];
  const itemType = TYPES.find((known) => known === type);
  return itemType === undefined ? null : { itemType, itemId: Number(digits) };
}

interface SignIn {
  api: Api;
  queries: QueryClient;
  userId: number;
  search: URLSearchParams;
}

/** Saves the favorite in the address for the account that has just signed in. */
export async function saveIntended({ api, queries, userId, search }: SignIn): Promise<void> {
  const ref = readIntended(search);
  if (!ref) return;
  // A failed call is stored and sent later. With refused storage the heart is empty and can be pressed again.
  await toggleFavorite({ api, queries, userId, ref, favorite: true }).catch(() => {});
  // The page shown meanwhile may have loaded its favorites before.
  await queries.invalidateQueries({ predicate: answersOf(...FAVORITE_READS) });
}
