import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import { type ExploreFilter, exploreAddress, readFilter, toggleKeyword } from './explore-filter.ts';
import { ExploreFinder } from './explore-finder.tsx';
import { exploreQuery, keywordsQuery } from './explore-queries.ts';
import { ExploreResults } from './explore-results.tsx';
import { KeywordChips } from './keyword-chips.tsx';
import { useSearchText } from './use-search-text.ts';
import { loadOpenDroplet } from './viewer-code.ts';

const INTRO = '1-minute episodes from every ocean. Search, or pull on a keyword and see what comes up.';

export async function load(context: LoadContext): Promise<undefined> {
  const { api, queries, search } = context;
  const [found] = await Promise.all([
    queries.fetchInfiniteQuery(exploreQuery(api, readFilter(search))),
    // Without the chips the search still works.
    queries.prefetchQuery(keywordsQuery(api)),
  ]);
  await loadOpenDroplet(
    context,
    found.pages.flatMap(({ droplets }) => droplets),
  );
}

/** /explore: Explore Droplets. */
export function Page() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const filter = readFilter(search);
  const { data: keywords } = useQuery(keywordsQuery(useApi()));
  const show = (next: ExploreFilter, replace: boolean) => navigate(exploreAddress(next), { replace });
  // A new entry of the history for each keystroke would bury the page that one came from.
  const finder = useSearchText(filter.q, (q) => show({ ...filter, q }, true));

  const pick = (keyword: string) => {
    const next = toggleKeyword(filter, keyword);
    if (next.q === '') finder.forget();
    show(next, false);
  };
  const clear = () => {
    finder.forget();
    show({ q: '', keyword: '' }, false);
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
      <ExploreFinder {...finder} keyword={filter.keyword} />
      <KeywordChips keywords={keywords ?? []} chosen={filter.keyword} pick={pick} />
      {filter.keyword === '' ? (
        <hr className="showing-none" />
      ) : (
        <p className="showing">
          Showing droplets tagged with "{filter.keyword}"{' '}
          <button type="button" onClick={() => show({ ...filter, keyword: '' }, false)}>
            clear filter
          </button>
        </p>
      )}
      <ExploreResults filter={filter} clear={clear} />
    </div>
  );
}
