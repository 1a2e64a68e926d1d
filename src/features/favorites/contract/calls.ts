import type { Call } from '#platform/http/contract/call.ts';

/** Maximum items in one check: several pages of cards. */
export const MAX_CHECKED = 200;

/** Maximum favorites in one merge. A browser with more sends several requests. */
export const MAX_MERGED = 500;

export const listFavorites = {
  method: 'GET',
  path: '/api/favorites',
  access: 'signed-in',
} as const satisfies Call;

export const listFavoriteItems = {
  method: 'GET',
  path: '/api/favorites/items',
  access: 'signed-in',
} as const satisfies Call;

export const addFavorite = {
  method: 'POST',
  path: '/api/favorites',
  access: 'signed-in',
} as const satisfies Call;

export const removeFavorite = {
  method: 'DELETE',
  path: '/api/favorites',
  access: 'signed-in',
} as const satisfies Call;

export const checkFavorite = {
  method: 'GET',
  path: '/api/favorites/check',
  access: 'signed-in',
} as const satisfies Call;

export const checkFavorites = {
  method: 'GET',
  path: '/api/favorites/check-many',
  access: 'signed-in',
} as const satisfies Call;

/** The calls that read favorites. A merge may change all of their responses. */
export const FAVORITE_READS = [listFavorites, listFavoriteItems, checkFavorite, checkFavorites] as const;

export const mergeFavorites = {
  method: 'POST',
  path: '/api/favorites/merge',
  access: 'signed-in',
} as const satisfies Call;
