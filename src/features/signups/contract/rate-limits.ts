import type { RateLimit, RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';

export const SIGN_UPS_OF_CALLER: RequestLimit = {
  name: 'sign-up:ip',
  max: 20,
  window: HOUR,
  by: ['caller'],
};

/** A browser binds its entry once. Many browsers may share an IP address. */
export const ENTRIES_OF_CALLER: RequestLimit = {
  name: 'entry:ip',
  max: 120,
  window: HOUR,
  by: ['caller'],
};

/** Links and codes of any kind that a caller redeems: nobody can try many codes. */
export const REDEMPTIONS_OF_CALLER: RequestLimit = {
  name: 'redeem:ip',
  max: 60,
  window: 15 * MINUTE,
  by: ['caller'],
};

/** Spent by the handler: it knows the address, and that a link is due. */
export const LINKS_TO_ADDRESS: RateLimit = {
  name: 'sign-in-link:address',
  max: 3,
  window: 15 * MINUTE,
};
