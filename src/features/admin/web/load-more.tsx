import { ErrorNote } from '#platform/design/state/error-note.tsx';

/** The state of an infinite query. */
export interface Pages {
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/** Tells whether a list in pages failed to load. A list that lacks only its next page is still shown. */
export const isUnloaded = ({ isError, isFetching, isFetchNextPageError }: Pages): boolean =>
  isError && !isFetching && !isFetchNextPageError;

interface LoadMoreProps {
  pages: Pages;
  label?: string;
  className?: string;
}

/** The button below a list that has another page. */
export function LoadMore({ pages, label = 'Load more', className = 'btn line' }: LoadMoreProps) {
  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={pages.isFetchingNextPage || undefined}
        onClick={() => pages.isFetchingNextPage || void pages.fetchNextPage()}
      >
        {pages.isFetchingNextPage ? 'Loading...' : label}
      </button>
      {pages.isFetchNextPageError ? (
        <ErrorNote role="alert">More could not be loaded. Please try again.</ErrorNote>
      ) : null}
    </>
  );
}
