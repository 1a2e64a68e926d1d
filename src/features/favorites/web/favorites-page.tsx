import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { userQuery } from '#features/accounts/web/queries.ts';
import { QuietState } from '#features/catalogue/web/quiet-state.tsx';
import { Head } from '#features/settings/web/head.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { FavoriteDroplets, FavoriteOceans, FavoriteWaves } from './favorite-lists.tsx';
import { FAVORITE_TABS, FavoritePanel, type FavoriteTab, FavoriteTabs } from './favorite-tabs.tsx';
import { mergeLocal } from './merge-local.ts';
import { favoriteItemsQuery } from './queries.ts';

const SIGN_IN = '/auth?returnTo=/favorites';

export async function load({ api, queries }: LoadContext): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  if (!user) return { redirect: SIGN_IN };
  await queries.fetchQuery(favoriteItemsQuery(api, user.id));
  return undefined;
}

/** /favorites: Your Favorites, for whoever is signed in. */
export function Page() {
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
      <div className="head favorites-head">
        <h1 tabIndex={-1}>Your Favorites</h1>
      </div>
      {user ? <Favorites userId={user.id} page={page} /> : <PageSpinner />}
    </div>
  );
}

function Favorites({ userId, page }: { userId: number; page: RefObject<HTMLElement | null> }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data: items, isError } = useQuery(favoriteItemsQuery(api, userId));
  const [search, setSearch] = useSearchParams();
  // An empty list has no hearts, which would have brought along what this browser keeps.
  useEffect(() => void mergeLocal({ api, queries, userId }), [api, queries, userId]);

  const counts = items && {
    oceans: items.oceans.length,
    waves: items.waves.length,
    droplets: items.droplets.length,
  };
  const all = counts ? counts.oceans + counts.waves + counts.droplets : 0;
  useFocusAfterRemoval(all, page);

  if (isError && !items)
    return <QuietState failed title="Error loading favorites. Please try again later." />;
  if (!items || !counts) return <PageSpinner text="Loading your favorites..." />;
  if (all === 0) return <NoFavorites />;

  const current = FAVORITE_TABS.find((tab) => tab === search.get('tab')) ?? 'oceans';
  // In the address, so that going back from an item finds the same tab.
  const choose = (tab: FavoriteTab) => setSearch(tab === 'oceans' ? {} : { tab }, { replace: true });
  return (
    <>
      <FavoriteTabs current={current} counts={counts} onChoose={choose} />
      <FavoritePanel current={current}>
        {current === 'oceans' ? <FavoriteOceans oceans={items.oceans} /> : null}
        {current === 'waves' ? <FavoriteWaves waves={items.waves} /> : null}
        {current === 'droplets' ? <FavoriteDroplets droplets={items.droplets} /> : null}
      </FavoritePanel>
    </>
  );
}

function NoFavorites() {
  return (
    <div className="calm">
      <span className="heart-disc">
        <Icon name="heart" />
      </span>
      <h2>No favorites yet</h2>
      <p>Press the heart on anything you want to find again.</p>
      <Link className="btn" href="/">
        Explore Content
      </Link>
    </div>
  );
}

/** When a removed item takes the focus with it, the chosen tab gets it, or else the page's title. */
function useFocusAfterRemoval(count: number, page: RefObject<HTMLElement | null>): void {
  const previous = useRef(count);
  useEffect(() => {
    const fewer = count < previous.current;
    previous.current = count;
    if (!fewer || (document.activeElement && document.activeElement !== document.body)) return;
    const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector);
    (find('[role=tab][aria-selected=true]') ?? find('h1'))?.focus();
  }, [count, page]);
}
