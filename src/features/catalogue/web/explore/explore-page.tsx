import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import { loadOpenDroplet } from '../viewer/load-viewer.ts';
import { openDropletId } from '../viewer/viewer-address.ts';
import { type ExploreFilter, exploreAddress, readFilter, toggleKeyword } from './explore-filter.ts';
import * as css from './explore-page.module.css';
import { exploreQuery, keywordsQuery } from './explore-queries.ts';
import { ExploreResults } from './explore-results.tsx';
import { ExploreSearchForm } from './explore-search-form.tsx';
import { KeywordChips } from './keyword-chips.tsx';
import { hasStoredPosition } from './use-restored-scroll.ts';
import { useSearchText } from './use-search-text.ts';

const INTRO = '1-minute episodes from every ocean. Search, or choose a keyword.';

export async function load(context: LoadContext): Promise<undefined> {
  const { api, queries, search } = context;
  const [results] = await Promise.all([
    queries.fetchInfiniteQuery(exploreQuery(api, readFilter(search))),
    // A failure does not fail the page, because the search works without keywords.
    queries.prefetchQuery(keywordsQuery(api)),
  ]);
  await loadOpenDroplet(
    context,
    results.pages.flatMap(({ droplets }) => droplets),
  );
}

/** /explore: search over all droplets. */
export function Page() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const filter = readFilter(search);
  const api = useApi();
  const { data: keywords, isError, refetch } = useQuery(keywordsQuery(api));
  const { isLoadingError } = useInfiniteQuery(exploreQuery(api, filter));
  const show = (next: ExploreFilter, replace: boolean) => navigate(exploreAddress(next), { replace });
  const isOpen = openDropletId(search) !== null;
  // Typing replaces the history entry, so that Back leads to the previous page and not through every search.
  const searchText = useSearchText(filter.q, (q) => show({ ...filter, q }, true), isOpen);

  const toggle = (keyword: string) => {
    const next = toggleKeyword(filter, keyword);
    if (next.keyword !== '') searchText.clearText();
    show(next, false);
  };
  const results = useRef<HTMLDivElement>(null);
  useTopAfterViewer(isOpen, filter.keyword, results);
  const clearTo = (next: ExploreFilter) => {
    show(next, false);
    // The pressed button disappears, so the focus moves to the results instead of the top of the page.
    results.current?.focus({ preventScroll: true });
  };
  const clear = () => {
    searchText.clearText();
    clearTo({ q: '', keyword: '' });
  };
  return (
    <div className="wrap">
      <Head title="Explore Droplets" description={INTRO} path="/explore" />
      <div className="head">
        <div>
          <h1>Explore Droplets</h1>
          <p className="intro">{INTRO}</p>
        </div>
      </div>
      <ExploreSearchForm {...searchText} keyword={filter.keyword} />
      <KeywordChips keywords={keywords ?? []} selected={filter.keyword} onToggle={toggle} />
      {/* The retry of failed results reloads the page, which loads the keywords too. */}
      {isError && !isLoadingError ? (
        <p className={css.filter} role="alert">
          Failed to fetch keywords{' '}
          <button type="button" onClick={() => refetch()}>
            Try Again
          </button>
        </p>
      ) : null}
      {filter.keyword === '' ? (
        <hr className={css.noFilter} />
      ) : (
        <p className={css.filter}>
          Showing droplets tagged with "{filter.keyword}"{' '}
          <button type="button" onClick={() => clearTo({ ...filter, keyword: '' })}>
            clear filter
          </button>
        </p>
      )}
      <div className={css.found} ref={results} tabIndex={-1}>
        <ExploreResults filter={filter} clear={clear} />
      </div>
    </div>
  );
}

/** Scrolls to the top and focuses the results when a keyword in the viewer has replaced the list below it. */
function useTopAfterViewer(isOpen: boolean, keyword: string, results: RefObject<HTMLElement | null>): void {
  const before = useRef({ isOpen, keyword });
  useEffect(() => {
    const { isOpen: wasOpen, keyword: last } = before.current;
    before.current = { isOpen, keyword };
    // An entry with a scroll position was visited before: the browser restores it.
    if (!wasOpen || isOpen || keyword === last || hasStoredPosition()) return;
    scrollTo({ top: 0, behavior: 'instant' });
    results.current?.focus({ preventScroll: true });
  }, [isOpen, keyword, results]);
}
