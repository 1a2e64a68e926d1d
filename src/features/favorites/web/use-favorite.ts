import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { userQuery } from '#features/accounts/web/queries.ts';
import { toast } from '#platform/design/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import type { FavoriteRef } from '../contract.ts';
import { localWord, subscribeLocal } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';
import { favoriteQuery } from './queries.ts';
import { toggleFavorite } from './toggle-favorite.ts';

interface Favorite {
  isFavorite: boolean;
  /** The server has not said yet what it is. */
  checking: boolean;
  toggling: boolean;
  /** Flips it; answers what it is wanted to be now, or undefined when the press was not taken. */
  toggle(): boolean | undefined;
}

/**
 * One item's heart: first what this browser keeps, then the server's word. Every heart of the same item shares it
 * through the query cache. `listed`: the server has just said that it is one.
 */
export function useFavorite(ref: FavoriteRef, listed = false): Favorite {
  const api = useApi();
  const queries = useQueryClient();
  const { data: user, isPending: userPending } = useQuery(userQuery(api));
  const userId = user?.id ?? null;
  const check = useQuery({
    ...favoriteQuery({ api, queries, userId: userId ?? 0 }, ref),
    enabled: userId !== null,
    initialData: listed ? true : undefined,
  });
  // What was kept before signing in goes into the account, wherever the reader arrives.
  useEffect(() => {
    if (userId !== null) void mergeLocal({ api, queries, userId });
  }, [api, queries, userId]);
  const kept = useSyncExternalStore(
    subscribeLocal,
    () => localWord(ref, userId),
    () => undefined,
  );
  // The same item's heart elsewhere on the page may have its answer before this one has come alive.
  const known = useHydrated() || listed ? check : { data: undefined, isPending: true };
  const isFavorite = (userId === null ? undefined : known.data) ?? kept ?? false;

  const mutationKey = ['/api/favorites', ref.itemType, ref.itemId];
  const toggling = useIsMutating({ mutationKey, exact: true }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (favorite: boolean) => toggleFavorite({ api, queries, userId: userId ?? 0, ref, favorite }),
    onSuccess: (where, favorite) =>
      where === 'signed-out' ? askToLogIn() : tellToggled(ref.itemType, favorite),
    onError: tellFailed,
  });

  return {
    isFavorite,
    checking: userPending || (userId !== null && known.isPending),
    toggling,
    toggle() {
      // A second click may come before the first one is drawn.
      if (queries.isMutating({ mutationKey, exact: true }) > 0) return undefined;
      if (userId === null) {
        askToLogIn();
        return undefined;
      }
      mutate(!isFavorite);
      return !isFavorite;
    },
  };
}

/* Specification, section 4, to the letter. */

const askToLogIn = () =>
  toast({
    title: 'Authentication Required',
    description: 'Please login to add items to favorites.',
    icon: 'lock',
  });

const tellFailed = () =>
  toast({ title: 'Error updating favorites', description: 'Please try again later.', kind: 'bad' });

const tellToggled = (type: FavoriteRef['itemType'], favorite: boolean) =>
  toast({
    title: favorite ? 'Added to favorites' : 'Removed from favorites',
    description: favorite
      ? `This ${type} is now in your favorites.`
      : `This ${type} has been removed from your favorites.`,
    icon: 'heart',
    filled: favorite,
  });
