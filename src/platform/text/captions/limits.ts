/* Limits of captions: an hour of fast speech has about 2000. */

/** Captions of one file. */
export const MAX_CAPTIONS = 5000;
/** Characters of one caption, with its markup. */
export const MAX_CHARACTERS = 1000;
/** Latest time in a file, in seconds. */
export const MAX_SECONDS = 99 * 3600;
