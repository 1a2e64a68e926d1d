/** Events that are counted for an item. `half`: the reader got to the middle; `finished`: to the end. */
export const USAGE_EVENTS = ['opened', 'half', 'finished', 'saved', 'shared'] as const;
export type UsageEvent = (typeof USAGE_EVENTS)[number];
