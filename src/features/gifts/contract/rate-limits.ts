import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { HOUR } from '#platform/text/time-units.ts';

const message = 'Too many wrong codes. Please try again later.';

/**
 * Limit of wrong codes from one IP address. Valid codes do not count, because many people may share an
 * address.
 */
export const CODES_OF_CALLER: RequestLimit = {
  name: 'gift-code:ip',
  max: 30,
  window: HOUR,
  by: ['caller'],
  message,
};

export const CODES_OF_ACCOUNT: RequestLimit = {
  name: 'gift-code:user',
  max: 10,
  window: HOUR,
  by: ['account'],
  message,
};
