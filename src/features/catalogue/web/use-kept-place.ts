import { useEffect, useRef } from 'react';

/** How far a reader had come; kept with the entry of the history. */
interface Place {
  top: number;
  /** How many items were loaded. */
  loaded: number;
}

interface LongList {
  loaded: number;
  hasMore: boolean;
  loading: boolean;
  loadMore(): void;
}

const KEY = 'place';
/** After the last movement. */
const SETTLED = 150;

/**
 * A long list that loads as one scrolls stands where it stood when the reader comes back to it, or loads the page
 * anew: the browser alone cannot scroll to what is not there yet.
 */
export function useKeptPlace({ loaded, hasMore, loading, loadMore }: LongList): void {
  const wanted = useRef<Place | null | undefined>(undefined);

  useEffect(() => {
    wanted.current ??= (history.state?.[KEY] as Place | undefined) ?? null;
    const place = wanted.current;
    if (place === null || loading) return;
    if (loaded < place.loaded && hasMore) {
      loadMore();
      return;
    }
    wanted.current = null;
    scrollTo({ top: place.top, behavior: 'instant' });
  }, [loaded, hasMore, loading, loadMore]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = location.pathname;
    const keep = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (wanted.current || location.pathname !== path) return;
        const place: Place = { top: Math.round(scrollY), loaded };
        history.replaceState({ ...history.state, [KEY]: place }, '');
      }, SETTLED);
    };
    addEventListener('scroll', keep, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', keep);
    };
  }, [loaded]);
}
