import type { Call } from '#platform/http/contract/call.ts';

/** Counts of one call. A page with more sends them in parts. */
export const MAX_COUNTS = 100;
/** Searches without results of one call. */
export const MAX_SEARCHES = 3;

/** A page sends it as it is left (`sendBeacon`), where no header can be set: JSON from our own origin. */
export const countUses = {
  method: 'POST',
  path: '/api/usage-counts',
  access: 'anyone',
  csrf: 'origin',
  tokenless: true,
} as const satisfies Call;
