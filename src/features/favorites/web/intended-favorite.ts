import type { FavoriteRef } from '../contract/schemas.ts';

/* A visitor's press on a heart stores nothing. The address of the login and registration carries it, so that
   signing in there saves it (`save-intended.ts`). */

/** Parameter of that address. */
export const FAVORITE = 'favorite';

/** Writes an item as a query parameter, as in `favorite=droplet-3`. */
export const intendedFavorite = ({ itemType, itemId }: FavoriteRef): string =>
  `${FAVORITE}=${itemType}-${itemId}`;
