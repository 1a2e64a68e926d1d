/** Name of the cache with the files that are kept. A logout deletes it by this name. */
export const KEPT_CACHE = 'stillwater-kept';
