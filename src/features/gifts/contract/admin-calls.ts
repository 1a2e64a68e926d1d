import type { Call } from '#platform/http/contract/call.ts';

/* Gift codes, for administrators. */

/** Longest word before the random letters of a code. */
export const MAX_WORD = 20;

export const listGiftCodes = {
  method: 'GET',
  path: '/api/gift-codes',
  access: 'admin',
} as const satisfies Call;

export const createGiftCode = {
  method: 'POST',
  path: '/api/gift-codes',
  access: 'admin',
} as const satisfies Call;

export const changeGiftCode = {
  method: 'PATCH',
  path: '/api/gift-codes/:id',
  access: 'admin',
} as const satisfies Call;
