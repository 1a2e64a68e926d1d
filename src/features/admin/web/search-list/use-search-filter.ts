import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useDebounced } from '#platform/web/use-debounced.ts';

const DEBOUNCE = 300;

/** Stores the filter of a list in its address, including text typed into the search box. */
export function useSearchFilter<F extends { search: string }>(
  read: (query: URLSearchParams) => F,
  hrefOf: (filter: F) => string,
) {
  const query = useSearch();
  const [, navigate] = useLocation();
  const filter = read(new URLSearchParams(query));
  const [typed, setTyped] = useState(filter.search);
  const settled = useDebounced(typed.trim(), DEBOUNCE);
  const change = (part: Partial<F>) =>
    navigate(hrefOf({ ...filter, search: typed.trim(), ...part }), { replace: true });
  const search = useRef(filter.search);
  useEffect(() => {
    if (settled === search.current) return;
    search.current = settled;
    navigate(hrefOf({ ...read(new URLSearchParams(location.search)), search: settled }), { replace: true });
  }, [settled, navigate, read, hrefOf]);
  /** Does not wait, because the focus may leave the box for a row, a download or another page. */
  const settle = () => {
    if (typed.trim() !== filter.search) change({});
  };
  return { filter, typed, setTyped, settle, change };
}
