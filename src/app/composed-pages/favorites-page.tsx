import { FavoriteList } from '#features/catalogue/web/favorites/favorite-list.tsx';
import { Favorites, loadFavorites } from '#features/favorites/web/favorites.tsx';

export const load = loadFavorites;

/** `/favorites`: the reader's favorites, as the catalogue's cards and rows. */
export function Page() {
  return <Favorites List={FavoriteList} />;
}
