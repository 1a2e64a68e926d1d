/**
 * The cookie by which an administrator or editor sees the site as somebody else does. Scripts set and remove
 * it. It never gives a right: for all others it means nothing.
 */
export const VIEW_COOKIE = 'stillwater_view';

/** Tiers whose view administrators and editors can take. */
export const VIEWS = ['visitor', 'free', 'subscriber'] as const;
export type View = (typeof VIEWS)[number];

/** Value of the cookie in a browser that has opened a preview link. */
export const DRAFT_VIEW = 'draft';

/** Error message of a write in a view. */
export const OFF_IN_VIEW = 'Off in this view.';
