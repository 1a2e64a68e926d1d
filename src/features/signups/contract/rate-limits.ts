import type { RateLimit, RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';

export const SIGN_UPS_OF_CALLER: RequestLimit = {
  name: 'sign-up:ip',
  max: 20,
  window: HOUR,
  by: ['caller'],
};

/** Limit per IP address. A browser binds its entry once, but many browsers may share an address. */
export const ENTRIES_OF_CALLER: RequestLimit = {
  name: 'entry:ip',
  max: 120,
  window: HOUR,
  by: ['caller'],
};

/** Limit of links and codes of any kind per caller, so that nobody can guess codes. */
export const REDEMPTIONS_OF_CALLER: RequestLimit = {
  name: 'redeem:ip',
  max: 60,
  window: 15 * MINUTE,
  by: ['caller'],
};

/** Spent by the handler, which knows the address and whether a link is due. */
export const LINKS_TO_ADDRESS: RateLimit = {
  name: 'sign-in-link:address',
  max: 3,
  window: 15 * MINUTE,
};
