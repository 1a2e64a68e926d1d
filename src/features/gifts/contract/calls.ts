import type { Call } from '#platform/http/contract/call.ts';

/** Longest text that is parsed as a code. */
export const MAX_CODE_LENGTH = 60;

/** The page where codes are redeemed. */
export const REDEEM_PATH = '/redeem';

export const redeemGiftCode = {
  method: 'POST',
  path: '/api/gift-codes/redeem',
  access: 'signed-in',
} as const satisfies Call;
