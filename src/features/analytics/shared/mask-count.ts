/**
 * Smallest exact number. Lower ones are shown as "few", so that nobody recognizes a single person's visit.
 */
export const MIN_SHOWN = 5;

/** A count for the screen and for exports. `few` is one to four. */
export type ShownCount = number | 'few';

export const maskCount = (count: number): ShownCount => (count > 0 && count < MIN_SHOWN ? 'few' : count);
