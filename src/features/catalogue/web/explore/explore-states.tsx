import { useEffect } from 'react';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { ApiError } from '#platform/web/api-error.ts';
import { type ExploreFilter, whyEmpty } from './explore-filter.ts';
import * as css from './explore-states.module.css';

/** Loaded apart from the page, because few searches find nothing. Never rejects. */
const loadCounting = () => import('#features/analytics/web/count-use.ts').catch(() => null);

const FAILED = 'Failed to load droplets';

export interface FilterProps {
  filter: ExploreFilter;
  clear(): void;
}

export interface MorePages {
  exists: boolean;
  loading: boolean;
  /** Whether the next page is loading, rather than the first one. */
  loadingNext: boolean;
  failed: boolean;
  load(): void;
}

/** Shows that nothing matches the filter, and why. */
export function NoResults({ filter, clear }: FilterProps) {
  const { q, keyword } = filter;
  useEffect(() => {
    if (q !== '' && keyword === '') void loadCounting().then((counting) => counting?.countEmptySearch(q));
  }, [q, keyword]);
  return (
    <EmptyState title="No droplets found" text={whyEmpty(filter)}>
      {q === '' && keyword === '' ? null : (
        <button type="button" className="btn line" onClick={clear}>
          Clear Filters
        </button>
      )}
    </EmptyState>
  );
}

/** Shows under the list that the next page loads or failed to load. */
export function LoadMoreState({ more }: { more: MorePages }) {
  if (more.failed)
    return (
      <div className="calm" role="alert">
        <p>{FAILED}</p>
        <button type="button" className="btn line" onClick={() => more.load()}>
          Try Again
        </button>
      </div>
    );
  if (!more.exists) return null;
  return (
    <div className={`calm ${css.loadingMore}`}>
      <Spinner label={more.loadingNext ? 'Loading more droplets' : ''} />
    </div>
  );
}

/** Shows that the first page of results failed to load. */
export function LoadError({ error }: { error: Error }) {
  const reason = error instanceof ApiError ? error.reason : undefined;
  return <EmptyState failed title={FAILED} text={reason} />;
}
