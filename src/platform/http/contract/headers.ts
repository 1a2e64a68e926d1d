/* Headers and cookies that the server and the browser both know. */

/** The cookie of a browser that has entered. Its value is bound to an address, or `1` without one. */
export const ENTERED_COOKIE = 'stillwater_entered';

/**
 * The cookie of a browser that logged out offline. Its page cannot remove the session's cookie, which is
 * hidden from scripts, so the next request with this one ends the session. On https its name has the prefix
 * `__Host-`, so that no other site can set it.
 */
export const LOGOUT_COOKIE = 'stillwater_logout';

/** `1`: the service worker sent this response from content kept on the device. */
export const FROM_KEPT = 'x-from-kept';

/** `1`: the browser may send parts of this upload to the store, at signed addresses. */
export const DIRECT_PARTS = 'x-direct-parts';

/** The `cursor` of a list's next part; absent at its end. */
export const NEXT_CURSOR = 'x-next-cursor';

/** `1`: no item is locked for this reader, in this response or any other. */
export const NOTHING_LOCKED = 'x-nothing-locked';

/**
 * Percent-encoded JSON about search results: `words` to mark, in lower case, and `corrected`, the searched
 * query if it differs from the typed one.
 */
export const SEARCH_NOTES = 'x-search-notes';

/** Number of all entries, for a response with only a part of them. */
export const TOTAL_COUNT = 'x-total-count';

/** `1`: the response about the reader describes the reader of a view, and not the browser's own. */
export const IN_VIEW = 'x-in-view';
