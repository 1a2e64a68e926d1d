import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { PageSpinner, Spinner } from '#platform/design/spinner.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { Droplet } from '../contract.ts';
import { many } from './counts.ts';
import { DropletCard } from './droplet-card.tsx';
import { type ExploreFilter, whyEmpty } from './explore-filter.ts';
import { exploreQuery } from './explore-queries.ts';
import { QuietState } from './quiet-state.tsx';
import { useDropletViewer } from './use-droplet-viewer.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { useOpenPlace } from './use-open-place.ts';
import { WindowedList } from './windowed-list.tsx';

const FAILED = 'Failed to load droplets';
/** The viewer asks for more when so few droplets are left to step to. */
const NEAR_END = 3;
/** The first row of the widest grid. */
const FIRST_ROW = 5;

/** What the filter finds: the former answer stays until the new one is here. */
export function ExploreResults({ filter, clear }: { filter: ExploreFilter; clear(): void }) {
  const found = useInfiniteQuery({
    ...exploreQuery(useApi(), filter),
    placeholderData: keepPreviousData,
  });
  if (found.isError && !found.data) return <Failed error={found.error} />;
  if (!found.data) return <PageSpinner />;
  return (
    <Found
      pages={found.data.pages}
      waiting={found.isPlaceholderData}
      filter={filter}
      clear={clear}
      more={{
        exists: found.hasNextPage,
        loading: found.isFetching,
        failed: found.isFetchNextPageError,
        load: found.fetchNextPage,
      }}
    />
  );
}

interface FoundProps {
  pages: readonly { droplets: Droplet[] }[];
  /** It answers to a former filter. */
  waiting: boolean;
  filter: ExploreFilter;
  clear(): void;
  more: { exists: boolean; loading: boolean; failed: boolean; load(): void };
}

function Found({ pages, waiting, filter, clear, more }: FoundProps) {
  const droplets = useMemo(() => pages.flatMap((page) => page.droplets), [pages]);
  const { linkTo, viewer } = useDropletViewer(droplets);
  const openPlace = useOpenPlace(droplets);
  const loadMore = () => {
    if (more.exists && !more.loading && !more.failed) more.load();
  };
  const nearEnd = openPlace >= 0 && openPlace >= droplets.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) loadMore();
  });
  useKeptPlace({ loaded: droplets.length, hasMore: more.exists, loading: more.loading, loadMore: more.load });
  return (
    <>
      <p className="sr" role="status">
        {waiting ? '' : counted(droplets.length, more.exists)}
      </p>
      {droplets.length === 0 ? (
        <QuietState title="No droplets found" text={whyEmpty(filter)}>
          {filter.q === '' && filter.keyword === '' ? null : (
            <button type="button" className="btn line" onClick={clear}>
              Clear Filters
            </button>
          )}
        </QuietState>
      ) : (
        <WindowedList
          className="grid-5 page-grid"
          items={droplets}
          memory={pages[0] as object}
          keyOf={({ id }) => id}
          pinned={[openPlace]}
          onNearEnd={loadMore}
          busy={waiting}
          render={(droplet, place) => (
            <DropletCard
              droplet={droplet}
              headingLevel={2}
              link={linkTo(droplet)}
              eager={place === 0 ? 'first' : place < FIRST_ROW}
              showKeywords
            />
          )}
        />
      )}
      {more.failed ? (
        <div className="calm" role="alert">
          <p>{FAILED}</p>
          <button type="button" className="btn line" onClick={() => more.load()}>
            Try Again
          </button>
        </div>
      ) : more.exists ? (
        <div className="calm more">
          <Spinner label="Loading more droplets" />
        </div>
      ) : null}
      {viewer}
    </>
  );
}

const counted = (count: number, more: boolean) =>
  more ? `The first ${many(count, 'droplet')}` : many(count, 'droplet');

function Failed({ error }: { error: Error }) {
  const reason = error instanceof ApiError ? error.reason : undefined;
  return <QuietState failed title={FAILED} text={reason} />;
}
