import { urlOf } from '#platform/http/contract/call.ts';
import { checkFavorite } from '../contract/calls.ts';
import type { FavoriteRef } from '../contract/schemas.ts';

/** Key of an item's state on the server, in the query cache. */
export const favoriteKey = ({ itemType, itemId }: FavoriteRef, userId: number) =>
  [urlOf(checkFavorite, { query: { userId, itemType, itemId } })] as const;
