import { useEffect } from 'react';

/** Key of the scroll position (`scrollY`, in CSS pixels) in the state of a history entry. */
const STATE_KEY = 'scrollTop';
/** Milliseconds without scrolling after which the position is stored. */
const SETTLED = 200;
/** Milliseconds after which a page that is still too short keeps its position. */
const PATIENCE = 10_000;
/** Milliseconds for which a restored position is enforced, because WebKit may still scroll to its own. */
const HELD = 500;

/**
 * Restores the scroll position after Back, Forward and a reload. Browsers try only once, when a page that
 * is still loading is too short. A phone that has closed and restored a tab reloads it.
 */
export function useScrollAfterBack(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopRestoring: (() => void) | undefined;

    const store = () => {
      clearTimeout(timer);
      timer = undefined;
      // The position of a loading page was not chosen by its reader.
      if (!stopRestoring) history.replaceState({ ...history.state, [STATE_KEY]: Math.round(scrollY) }, '');
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(store, SETTLED);
    };
    const onClick = () => {
      // The navigation may lead to another page, so the position is stored first.
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
    // The first interaction, which loads this code, may have been Back. The position is restored then, and
    // after a reload, unless the reader has scrolled since.
    const isStored = !readerMoved && STATE_KEY in (history.state ?? {});
    if (location.pathname === loadedPath() && !isStored) store();
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

/** Returns the path of the server-rendered page. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return new URL(entry?.name ?? location.href).pathname;
}

/**
 * Scrolls to `top` as soon as the page is long enough, enforces the position briefly, and calls `onEnd`.
 * Stops without it when the reader scrolls, on another page, or after a time limit. Returns a function that
 * stops it at once.
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
