import { DRAFT_VIEW, VIEW_COOKIE, VIEWS, type View } from '../contract/calls.ts';

/** The page for a view that may not see the current page. */
const HOME = '/app';

/** Reads the current view of this browser: another reader's, or a draft by a preview link. */
export const readView = (): View | typeof DRAFT_VIEW | undefined =>
  ([...VIEWS, DRAFT_VIEW] as const).find((view) =>
    document.cookie.split('; ').includes(`${VIEW_COOKIE}=${view}`),
  );

/** Shows this page as another reader; undefined: as oneself. */
export async function lookAs(view: View | undefined): Promise<void> {
  const age = view === undefined ? '; max-age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in supported browsers
  document.cookie = `${VIEW_COOKIE}=${view ?? ''}; path=/; samesite=lax${age}`;
  await Promise.race([untilStored(view), sleep(STORED_WITHIN)]);
  if (location.pathname.startsWith('/admin')) location.assign(HOME);
  else location.reload();
}

/** Time limit for a cookie to be stored, in ms. */
const STORED_WITHIN = 1_000;

/**
 * Waits until the next request sends the view. Chromium may store a cookie of `document.cookie` a moment
 * later (its feature `AsyncSetCookie`), and an immediate load would send the previous one.
 */
async function untilStored(view: View | undefined): Promise<void> {
  if (!('cookieStore' in window)) return;
  for (const until = Date.now() + STORED_WITHIN; Date.now() < until; await sleep(20))
    if ((await cookieStore.get(VIEW_COOKIE))?.value === view) return;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const VIEW_NAMES: Record<View, string> = {
  visitor: 'Visitor',
  free: 'Free member',
  subscriber: 'Subscriber',
};
