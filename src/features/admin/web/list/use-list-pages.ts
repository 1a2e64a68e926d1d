import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Item } from '../content/content-kinds.ts';
import { filterItems, type ListFilter, NO_FILTER } from './filter/list-filter.ts';

const PER_PAGE = 50;

/** Filters a list and divides it into pages. Shows the page with the edited item. */
export function useListPages(items: readonly Item[], editing: number | null) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(0);

  const { all, shown } = useDeferredValue(
    useMemo(() => ({ all: items, shown: filterItems(items, filter) }), [items, filter]),
    { all: items, shown: items },
  );
  const lastPage = Math.max(0, Math.ceil(shown.length / PER_PAGE) - 1);
  const current = Math.min(page, lastPage);
  const first = current * PER_PAGE;

  const editedIndex = editing === null ? -1 : shown.findIndex(({ id }) => id === editing);
  const editedPage = editedIndex < 0 ? null : Math.floor(editedIndex / PER_PAGE);
  useEffect(() => {
    if (editedPage !== null) setPage(editedPage);
  }, [editedPage]);

  return {
    filter,
    changeFilter(next: ListFilter) {
      setFilter(next);
      setPage(0);
    },
    /** Items that match the filter, on all pages, and those that they were chosen from. */
    shown,
    all,
    /** The items of the current page, and the index of the first one in `shown`. */
    rows: shown.slice(first, first + PER_PAGE),
    first,
    /** Shows the page with an index of the unfiltered list. */
    showIndex: (index: number) => setPage(Math.floor(index / PER_PAGE)),
    pager: { page: current, perPage: PER_PAGE, count: shown.length, onTurn: setPage },
  };
}
