/** Name of the cache of kept files. Logging out deletes it by this name. */
export const KEPT_CACHE = 'stillwater-kept';
