import type { Call } from '#platform/http/contract/call.ts';

/** In a file of its own, which loads with the first use of a field for a new password. */
export const checkPassword = {
  method: 'POST',
  path: '/api/password/check',
  access: 'anyone',
  csrf: 'origin',
  // Changes nothing, so it needs no token. A registration at the same time would invalidate one.
  tokenless: true,
} as const satisfies Call;
