import { MINUTE, type RequestLimit } from '#platform/http/contract/rate-limit.ts';

const message = 'Too many wrong codes. Please try again later.';

/** Codes that one caller tries. Right ones are given back: many may share an address of the network. */
export const CODES_OF_CALLER: RequestLimit = {
  name: 'gift-code:ip',
  max: 30,
  window: 60 * MINUTE,
  by: ['caller'],
  message,
};

export const CODES_OF_ACCOUNT: RequestLimit = {
  name: 'gift-code:user',
  max: 10,
  window: 60 * MINUTE,
  by: ['account'],
  message,
};
