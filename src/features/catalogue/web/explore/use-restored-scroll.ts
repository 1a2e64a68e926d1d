import { useEffect, useEffectEvent, useRef } from 'react';

/** Stored in the state of the page's history entry. */
interface ScrollPosition {
  /** `scrollY`, in CSS pixels. */
  top: number;
  /** Number of loaded items. */
  loaded: number;
}

interface PagedList {
  /** Number of loaded items. */
  loaded: number;
  hasMore: boolean;
  loading: boolean;
  loadMore(): void;
}

/** Key in the history state. */
const STATE_KEY = 'scroll';
/** Milliseconds without scrolling after which the position is stored. */
const SETTLED = 150;

const storedPosition = () => history.state?.[STATE_KEY] as ScrollPosition | undefined;

/** Whether the history entry has been shown and scrolled before. */
export const hasStoredPosition = (): boolean => storedPosition() !== undefined;

/**
 * Restores the scroll position of a list that loads while it is scrolled, after Back or a reload. Loads as
 * many items as before, because the browser alone cannot scroll beyond the loaded ones. Stops when the reader
 * scrolls meanwhile.
 */
export function useRestoredScroll({ loaded, hasMore, loading, loadMore }: PagedList): void {
  const restored = useRef(false);

  useEffect(() => {
    restored.current ||= readerMoved;
    // Runs once. Otherwise each loaded page would restore the position stored since.
    if (restored.current) return;
    // A filter chosen while the list loaded is a new history entry, without a position.
    const position = storedPosition();
    if (position && loading) return;
    if (position && loaded < position.loaded && hasMore) {
      loadMore();
      return;
    }
    restored.current = true;
    if (position) scrollTo({ top: position.top, behavior: 'instant' });
  }, [loaded, hasMore, loading, loadMore]);

  const store = useEffectEvent((path: string) => {
    restored.current ||= readerMoved;
    if (!restored.current || location.pathname !== path) return;
    const position: ScrollPosition = { top: Math.round(scrollY), loaded };
    history.replaceState({ ...history.state, [STATE_KEY]: position }, '');
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = location.pathname;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => store(path), SETTLED);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
    };
  }, []);
}
