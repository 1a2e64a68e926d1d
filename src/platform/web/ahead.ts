/* Loading ahead, in idle time or at the reader's first action, and never for readers who save data. */

/** Delay in browsers without `requestIdleCallback`, in ms. */
const FALLBACK_MS = 1_500;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the connection is good enough for bytes that may never be needed. */
export function isSpare(
  connection: Connection | undefined = (navigator as { connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}

/** Runs a task when the page is loaded and idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const waiting = requestIdleCallback(task);
      cancel = () => cancelIdleCallback(waiting);
    } else {
      const waiting = setTimeout(task, FALLBACK_MS);
      cancel = () => clearTimeout(waiting);
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    addEventListener('load', wait, { once: true });
    cancel = () => removeEventListener('load', wait);
  }
  return () => cancel();
}

/** Actions of a reader on the page, or on the way to the browser's Back button. */
export const SIGNS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'wheel',
  'scroll',
  'popstate',
] as const;

/**
 * Runs a task at the reader's first action on the page. It costs the first view nothing and is done before
 * most presses. Returns a function that cancels it.
 */
export function whenUsed(task: () => void): () => void {
  const cancel = () => {
    for (const sign of SIGNS) removeEventListener(sign, run, true);
  };
  const run = () => {
    cancel();
    task();
  };
  if (navigator.userActivation?.hasBeenActive) task();
  else for (const sign of SIGNS) addEventListener(sign, run, { capture: true, passive: true });
  return cancel;
}

/** Runs a task once when the element comes into view. Returns a function that cancels it. */
export function whenInView(element: Element, task: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    task();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * Runs a task once when the element is in view and the page is idle, and never for readers who save data.
 * Returns a function that cancels it.
 */
export function whenSeen(element: Element, task: () => void): () => void {
  if (!isSpare()) return () => {};
  let cancel = () => {};
  const stop = whenInView(element, () => {
    cancel = whenIdle(task);
  });
  return () => {
    stop();
    cancel();
  };
}
