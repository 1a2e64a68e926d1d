import { DRAFT_VIEW, VIEW_COOKIE, VIEWS, type View } from '../contract/calls.ts';

/** The page to which a view goes that may not see the present page. */
const HOME = '/app';

/** Reads how this browser looks at the site: as somebody else, or by a preview link at a draft. */
export const readView = (): View | typeof DRAFT_VIEW | undefined =>
  ([...VIEWS, DRAFT_VIEW] as const).find((view) =>
    document.cookie.split('; ').includes(`${VIEW_COOKIE}=${view}`),
  );

/** Looks at this page as somebody else; undefined: as oneself. */
export function lookAs(view: View | undefined): void {
  const age = view === undefined ? '; max-age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in supported browsers
  document.cookie = `${VIEW_COOKIE}=${view ?? ''}; path=/; samesite=lax${age}`;
  if (location.pathname.startsWith('/admin')) location.assign(HOME);
  else location.reload();
}

export const VIEW_NAMES: Record<View, string> = {
  visitor: 'Visitor',
  free: 'Free member',
  subscriber: 'Subscriber',
};
