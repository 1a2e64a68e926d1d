/**
 * Cookie of an administrator's or editor's view of the site as another reader. Scripts set and remove it. It
 * never grants rights, and has no effect for other readers.
 */
export const VIEW_COOKIE = 'stillwater_view';

/** Tiers that administrators and editors can view as. */
export const VIEWS = ['visitor', 'free', 'subscriber'] as const;
export type View = (typeof VIEWS)[number];

/** Value of the cookie in a browser that has opened a preview link. */
export const DRAFT_VIEW = 'draft';

/** Error message of a write in a view. */
export const OFF_IN_VIEW = 'Off in this view.';
