import type { Call } from '#platform/http/contract/call.ts';

/** Most uses in one call. A page with more uses sends several calls. */
export const MAX_COUNTS = 100;
/** Most searches without results in one call. */
export const MAX_SEARCHES = 3;

/** Sent by a page that is left. `sendBeacon` can set no header, so the origin is checked, not a token. */
export const countUses = {
  method: 'POST',
  path: '/api/usage-counts',
  access: 'anyone',
  csrf: 'origin',
  tokenless: true,
} as const satisfies Call;
