/* Durations in ms. */

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
export const WEEK = 604_800_000;

/** Assumed maximum difference between the clocks of two nodes. */
export const CLOCK_TOLERANCE = MINUTE;
