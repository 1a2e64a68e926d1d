/** Smaller counts than this are shown as "few", so that nobody recognizes one person's visit. */
export const MIN_SHOWN = 5;

/** A count for the screen and for tables. `few` is one to four. */
export type ShownCount = number | 'few';

export const maskCount = (count: number): ShownCount => (count > 0 && count < MIN_SHOWN ? 'few' : count);
