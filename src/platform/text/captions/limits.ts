/* Limits of captions: an hour of fast speech has about 2000. */

/** Captions of one file. */
export const MOST_CAPTIONS = 5000;
/** Characters of one caption, with its markup. */
export const MOST_CHARACTERS = 1000;
/** Latest time in a file, in seconds. */
export const MOST_SECONDS = 99 * 3600;
