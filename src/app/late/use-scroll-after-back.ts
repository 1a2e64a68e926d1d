import { useEffect } from 'react';

/** Key of the scroll position (`scrollY`, in CSS pixels) in the state of a history entry. */
const STATE_KEY = 'scrollTop';
/** Milliseconds without scrolling after which the position is stored. */
const SETTLED = 200;
/** Milliseconds after which a page that has not become long enough stays where it is. */
const PATIENCE = 10_000;
/** Milliseconds in which a restored position is held: WebKit may still scroll to where it was before. */
const HELD = 500;

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
 * Scrolls to `top` as soon as the page is long enough, holds it there for a moment, and calls `onEnd`. Ends
 * without it when the reader moves, when another page is shown, and at last by itself. Returns a function
 * that ends it at once.
 */
function restore(top: number, onEnd: () => void): () => void {
  const { pathname } = location;
  let isHeld = false;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    removeEventListener('scroll', put);
    onEnd();
  };
  const put = () => {
    if (readerMoved || location.pathname !== pathname) return end();
    if (document.documentElement.scrollHeight - innerHeight < top) return;
    if (Math.abs(scrollY - top) > 1) scrollTo({ top, behavior: 'instant' });
    if (isHeld) return;
    isHeld = true;
    clearTimeout(timer);
    timer = setTimeout(end, HELD);
  };
  const observer = new ResizeObserver(put);
  let timer = setTimeout(end, PATIENCE);
  addEventListener('scroll', put, { passive: true });
  observer.observe(document.body);
  return end;
}
