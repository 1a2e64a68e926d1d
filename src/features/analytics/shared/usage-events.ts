/** Counted events of an item. `half`: the reader reached the middle; `finished`: the end. */
export const USAGE_EVENTS = ['opened', 'half', 'finished', 'saved', 'shared'] as const;
export type UsageEvent = (typeof USAGE_EVENTS)[number];
