import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { type ToastContent, toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { addFavorite } from '../contract/calls.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { intendedFavorite } from './intended-favorite.ts';
import { localFavorite, subscribeLocal } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';
import { favoriteQuery } from './queries.ts';
import { toggleFavorite } from './toggle-favorite.ts';

interface Favorite {
  isFavorite: boolean;
  /** The first response is pending, or the reader is unknown. */
  checking: boolean;
  toggling: boolean;
  /** Flips the heart. Returns the intended state; undefined if the press was ignored. */
  toggle(): boolean | undefined;
}

/**
 * Returns the state of one item's hearts, shared through the query cache: the press stored in this browser,
 * then the server's state. With `listed`, the page already knows that it is a favorite.
 */
export function useFavorite(ref: FavoriteRef, listed = false): Favorite {
  const api = useApi();
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery(api));
  const userId = user?.id ?? null;
  const check = useQuery({
    ...favoriteQuery({ api, queries, userId: userId ?? 0 }, ref),
    enabled: userId !== null,
    initialData: listed ? true : undefined,
  });
  // Merges a visitor's presses after signing in, on every page.
  useEffect(() => {
    if (userId !== null) void mergeLocal({ api, queries, userId });
  }, [api, queries, userId]);
  const stored = useSyncExternalStore(
    subscribeLocal,
    () => localFavorite(ref, userId),
    () => undefined,
  );
  // Another heart of the item may have its response before this one is hydrated.
  const known = useHydrated() || listed ? check : { data: undefined, isPending: true };
  const isFavorite = (userId === null ? undefined : known.data) ?? stored ?? false;

  const mutationKey = [...keyOf(addFavorite), ref.itemType, ref.itemId];
  const toggling = useIsMutating({ mutationKey, exact: true }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (favorite: boolean) => toggleFavorite({ api, queries, userId: userId ?? 0, ref, favorite }),
    onSuccess: (storedIn, favorite) =>
      storedIn === 'signed-out' ? askToLogIn('login') : toastToggled(ref.itemType, favorite),
    onError: toastFailed,
  });

  return {
    isFavorite,
    checking: user === undefined || (userId !== null && known.isPending),
    toggling,
    toggle() {
      // A second click may arrive before the first one is rendered.
      if (queries.isMutating({ mutationKey, exact: true }) > 0) return undefined;
      if (userId === null) {
        askToLogIn('account-or-login', intendedFavorite(ref));
        return undefined;
      }
      mutate(!isFavorite);
      return !isFavorite;
    },
  };
}

/* Texts of the toasts (specification, section 4). */

const askToLogIn = (asksFor: ToastContent['asksFor'], intent?: string) =>
  toast({
    title: 'Authentication Required',
    description: 'Please login to add items to favorites.',
    icon: 'lock',
    asksFor,
    ...(intent === undefined ? {} : { intent }),
  });

const toastFailed = () =>
  toast({ title: 'Error updating favorites', description: 'Please try again later.', kind: 'bad' });

const toastToggled = (type: FavoriteRef['itemType'], favorite: boolean) =>
  toast({
    title: favorite ? 'Added to favorites' : 'Removed from favorites',
    description: favorite
      ? `This ${type} is now in your favorites.`
      : `This ${type} has been removed from your favorites.`,
    icon: 'heart',
    filled: favorite,
  });
