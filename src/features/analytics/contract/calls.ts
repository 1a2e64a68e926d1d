import type { Call } from '#platform/http/contract/call.ts';

/** Maximum uses in one call. A page with more uses sends several calls. */
export const MAX_COUNTS = 100;
/** Maximum searches without results in one call. */
export const MAX_SEARCHES = 3;

/**
 * Sent when a page is closed. `sendBeacon` cannot set headers, so the server checks the origin instead of a
 * token.
 */
export const countUses = {
  method: 'POST',
  path: '/api/usage-counts',
  access: 'anyone',
  csrf: 'origin',
  tokenless: true,
} as const satisfies Call;
