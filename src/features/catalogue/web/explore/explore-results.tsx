import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import type { Droplet, SearchNotes } from '../../contract/schemas.ts';
import { cardGrid, eagerAt } from '../items/card/card-grid.ts';
import { useDropletViewer } from '../viewer/use-droplet-viewer.tsx';
import { useOpenIndex } from '../viewer/use-open-index.ts';
import { exploreQuery } from './explore-queries.ts';
import * as css from './explore-results.module.css';
import { type FilterProps, LoadError, LoadMoreState, type MorePages, NoResults } from './explore-states.tsx';
import { FoundCard } from './found-card.tsx';
import { useRestoredScroll } from './use-restored-scroll.ts';

/** Number of last droplets at which the viewer loads the next page. */
const NEAR_END = 3;

/** Shows the droplets that match the filter. The former results stay until the new ones are loaded. */
export function ExploreResults({ filter, clear }: FilterProps) {
  const results = useInfiniteQuery({
    ...exploreQuery(useApi(), filter),
    placeholderData: keepPreviousData,
  });
  if (results.isError && !results.data) return <LoadError error={results.error} />;
  if (!results.data) return <PageSpinner />;
  return (
    <Results
      pages={results.data.pages}
      outdated={results.isPlaceholderData}
      filter={filter}
      clear={clear}
      more={{
        exists: results.hasNextPage,
        loading: results.isFetching,
        loadingNext: results.isFetchingNextPage,
        failed: results.isFetchNextPageError,
        // The list may call this again before it renders the pending request.
        load: () => void results.fetchNextPage({ cancelRefetch: false }),
      }}
    />
  );
}

interface ResultPage {
  droplets: Droplet[];
  /** The reader may open everything. */
  nothingLocked: boolean;
  notes: SearchNotes;
}

interface ResultsProps extends FilterProps {
  pages: readonly ResultPage[];
  /** The pages belong to a former filter. */
  outdated: boolean;
  more: MorePages;
}

function Results({ pages, outdated, filter, clear, more }: ResultsProps) {
  const droplets = useMemo(() => pages.flatMap((page) => page.droplets), [pages]);
  const words = useMemo(() => new Set(pages.flatMap(({ notes }) => notes.words)), [pages]);
  const corrected = pages[0]?.notes.corrected;
  const { linkTo, viewer } = useDropletViewer(droplets);
  const openIndex = useOpenIndex(droplets);
  const allOpen = pages.some(({ nothingLocked }) => nothingLocked);
  const loadMore = () => {
    if (more.exists && !more.loading && !more.failed) more.load();
  };
  const nearEnd = openIndex >= 0 && openIndex >= droplets.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) loadMore();
  });
  useRestoredScroll({
    loaded: droplets.length,
    hasMore: more.exists,
    // A failure stops the automatic loading, because each attempt would cause the next one.
    loading: more.loading || more.failed,
    loadMore: more.load,
  });
  return (
    <>
      <p className="sr" role="status">
        {outdated ? '' : countOf(droplets.length, more.exists)}
      </p>
      {corrected === undefined ? null : (
        <p className={css.corrected}>
          Showing results for <b>{corrected}</b>
        </p>
      )}
      {droplets.length === 0 && outdated ? (
        <PageSpinner />
      ) : droplets.length === 0 ? (
        <NoResults filter={filter} clear={clear} />
      ) : (
        <WindowedList
          className={`${cardGrid.tall} ${cardGrid.endsPage}`}
          items={droplets}
          memory={pages[0] ?? pages}
          keyOf={({ id }) => id}
          pinned={[openIndex]}
          onNearEnd={loadMore}
          busy={outdated}
          render={(droplet, index) => (
            <FoundCard
              droplet={droplet}
              link={linkTo(droplet)}
              eager={eagerAt(index, 5)}
              allOpen={allOpen}
              words={words}
            />
          )}
        />
      )}
      <LoadMoreState more={more} />
      {viewer}
    </>
  );
}

const countOf = (count: number, more: boolean) =>
  more ? `The first ${many(count, 'droplet')}` : many(count, 'droplet');
