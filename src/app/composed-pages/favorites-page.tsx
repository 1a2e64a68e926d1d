import { FavoriteList } from '#features/catalogue/web/favorites/favorite-list.tsx';
import { Favorites, loadFavorites } from '#features/favorites/web/favorites.tsx';
import { FavoritesNote, KeepFavorites } from '#features/offline/web/keep-favorites.tsx';

export const load = loadFavorites;

/** `/favorites`: the reader's favorites as the catalogue's cards and rows, with the offline controls. */
export function Page() {
  return <Favorites List={FavoriteList} Note={FavoritesNote} Keep={KeepFavorites} />;
}
