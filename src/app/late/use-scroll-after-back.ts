import { useEffect } from 'react';

/** Key of the scroll position (`scrollY`, in CSS pixels) in the state of a history entry. */
const STATE_KEY = 'scrollTop';
/** Milliseconds without scrolling after which the position is stored. */
const SETTLED = 200;
/** Milliseconds after which a page that has not become long enough stays where it is. */
const PATIENCE = 10_000;
/** Events of a reader who moves without waiting. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Restores the scroll position after Back and Forward where the browser cannot: it tries once, and a page
 * whose code or data still loads is too short by then. Pages load again after a reload, and after a phone has
 * closed and opened the tab.
 */
export function useScrollAfterBack(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopRestoring: (() => void) | undefined;

    const store = () => {
      clearTimeout(timer);
      timer = undefined;
      // The position of a page that still loads is not its reader's.
      if (!stopRestoring) history.replaceState({ ...history.state, [STATE_KEY]: Math.round(scrollY) }, '');
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(store, SETTLED);
    };
    const onClick = () => {
      // It may lead to another page.
      if (timer !== undefined) store();
    };
    const onPop = () => {
      clearTimeout(timer);
      timer = undefined;
      stopRestoring?.();
      const top: unknown = history.state?.[STATE_KEY];
      if (typeof top !== 'number') return;
      stopRestoring = restore(top, () => {
        stopRestoring = undefined;
      });
    };
    // Back may have been the first sign of a person, by which this code came: any link pressed is one, too.
    if (location.pathname === loadedPath()) store();
    else onPop();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('click', onClick, { capture: true });
    addEventListener('popstate', onPop);
    return () => {
      clearTimeout(timer);
      stopRestoring?.();
      removeEventListener('scroll', onScroll);
      removeEventListener('click', onClick, { capture: true });
      removeEventListener('popstate', onPop);
    };
  }, []);
}

/** Path of the page that the server sent. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return new URL(entry?.name ?? location.href).pathname;
}

/**
 * Scrolls to `top` as soon as the page is long enough, and calls `onEnd`. Ends without it when the reader
 * moves, when another page is shown, and at last by itself. Returns a function that ends it at once.
 */
function restore(top: number, onEnd: () => void): () => void {
  const { pathname } = location;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of OWN_MOVES) removeEventListener(type, end, { capture: true });
    onEnd();
  };
  const observer = new ResizeObserver(() => {
    const isHere = location.pathname === pathname;
    if (isHere && document.documentElement.scrollHeight - innerHeight < top) return;
    if (isHere) scrollTo({ top, behavior: 'instant' });
    end();
  });
  const timer = setTimeout(end, PATIENCE);
  for (const type of OWN_MOVES) addEventListener(type, end, { capture: true, passive: true });
  observer.observe(document.body);
  return end;
}
