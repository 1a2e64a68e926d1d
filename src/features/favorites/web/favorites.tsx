import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { Head } from '#features/settings/web/head.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import type { FavoriteItems } from '../contract/schemas.ts';
import { FAVORITE_TABS, FavoritePanel, type FavoriteTab, FavoriteTabs } from './favorite-tabs.tsx';
import * as css from './favorites.module.css';
import { mergeLocal } from './merge-local.ts';
import { favoriteItemsQuery } from './queries.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

/** Most visitors have no account yet. */
const SIGN_IN = '/auth?tab=register&returnTo=/favorites';

export async function loadFavorites({ api, queries }: LoadContext): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  if (!user) return { redirect: SIGN_IN };
  await queries.fetchQuery(favoriteItemsQuery(api, user.id));
  return undefined;
}

interface FavoritesProps {
  /** Shows the items of one tab. */
  List: ComponentType<{ tab: FavoriteTab; items: FavoriteItems }>;
  /** Explains what works without a connection. */
  Note: ComponentType;
  /** Keeps all favorites on this device. */
  Keep: ComponentType<{ userId: number; items: FavoriteItems }>;
}

/** The signed-in reader's favorites, in tabs. Signed-out visitors go to the login. */
export function Favorites(parts: FavoritesProps) {
  const { data: user } = useQuery(userQuery(useApi()));
  const [, navigate] = useLocation();
  const signedOut = user === null;
  useEffect(() => {
    if (signedOut) navigate(SIGN_IN, { replace: true });
  }, [signedOut, navigate]);
  const page = useRef<HTMLDivElement>(null);

  return (
    <div className="wrap" ref={page}>
      <Head title="Your Favorites" path="/favorites" noIndex />
      <div className={`head ${css.head}`}>
        <h1 tabIndex={-1}>Your Favorites</h1>
      </div>
      {user ? <FavoritesOf userId={user.id} page={page} {...parts} /> : <PageSpinner />}
    </div>
  );
}

interface FavoritesOfProps extends FavoritesProps {
  userId: number;
  page: RefObject<HTMLElement | null>;
}

function FavoritesOf({ userId, page, List, Note, Keep }: FavoritesOfProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { data: items, isError } = useQuery(favoriteItemsQuery(api, userId));
  const [search, setSearch] = useSearchParams();
  // Hearts merge the browser's stored favorites, but an empty list has no hearts.
  useEffect(() => void mergeLocal({ api, queries, userId }), [api, queries, userId]);

  const counts = items && {
    oceans: items.oceans.length,
    waves: items.waves.length,
    droplets: items.droplets.length,
  };
  const total = counts ? counts.oceans + counts.waves + counts.droplets : 0;
  useFocusAfterRemoval(total, page);

  if (isError && !items)
    return <EmptyState failed title="Error loading favorites. Please try again later." />;
  if (!items || !counts) return <PageSpinner text="Loading your favorites..." />;
  if (total === 0) return <NoFavorites />;

  const current = FAVORITE_TABS.find((tab) => tab === search.get('tab')) ?? 'oceans';
  // The URL contains the tab, so that Back from an item returns to it.
  const choose = (tab: FavoriteTab) => setSearch(tab === 'oceans' ? {} : { tab }, { replace: true });
  return (
    <>
      <Note />
      <FavoriteTabs current={current} counts={counts} onChoose={choose} />
      <FavoritePanel current={current}>
        <List tab={current} items={items} />
      </FavoritePanel>
      <Keep userId={userId} items={items} />
    </>
  );
}

function NoFavorites() {
  return (
    <div className="calm">
      <span className={css.emptyHeart}>
        <Icon name="heart" />
      </span>
      <h2>No favorites yet</h2>
      <p>Press the heart on anything you want to save for later.</p>
      <Link className="btn" href="/">
        Explore Content
      </Link>
    </div>
  );
}
