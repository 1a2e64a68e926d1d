import type { FavoriteRef } from '../contract/schemas.ts';

/*
 * A visitor's press on a heart is not stored. The address of the login and registration page contains it, so
 * that signing in saves it (`save-intended.ts`).
 */

/** The parameter's name. */
export const FAVORITE = 'favorite';

/** Formats an item as a query parameter, such as `favorite=droplet-3`. */
export const intendedFavorite = ({ itemType, itemId }: FavoriteRef): string =>
  `${FAVORITE}=${itemType}-${itemId}`;
