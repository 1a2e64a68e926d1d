/* Headers and cookies that the server and the browser both know. */

/** The cookie of a browser that has entered. Its value is bound to an address; `1` to none yet. */
export const ENTERED_COOKIE = 'stillwater_entered';

/**
 * The cookie of a browser that was logged out without a connection. Its page cannot remove the session's
 * cookie, which is hidden from scripts: with this one, the next request ends the session. On https its name
 * has the prefix `__Host-`, so that no other site can set it.
 */
export const LOGOUT_COOKIE = 'stillwater_logout';

/** `1`: the service worker gives this answer, from what is kept on the device. */
export const FROM_KEPT = 'x-from-kept';

/** `1`: parts of this upload may be sent to the store by signed addresses. */
export const DIRECT_PARTS = 'x-direct-parts';

/** The `cursor` of a list's next part; absent at the end. */
export const NEXT_CURSOR = 'x-next-cursor';

/** `1`: no item is locked for this reader, whichever the answer holds. */
export const NOTHING_LOCKED = 'x-nothing-locked';

/**
 * Percent-encoded JSON beside the results of a search: `words` to mark, in lower case, and `corrected`, the
 * query that the results are for, where it is not the typed one.
 */
export const SEARCH_NOTES = 'x-search-notes';

/** Number of all entries, in a response that has only a part of them. */
export const TOTAL_COUNT = 'x-total-count';

/** `1`, at the answer who reads: it is about the reader of a view, not about the browser's own. */
export const IN_VIEW = 'x-in-view';
