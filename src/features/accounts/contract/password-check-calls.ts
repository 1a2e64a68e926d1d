import type { Call } from '#platform/http/contract/call.ts';

/** In a file of its own: the code that asks loads with the first use of a field for a new password. */
export const checkPassword = {
  method: 'POST',
  path: '/api/password/check',
  access: 'anyone',
  csrf: 'origin',
  // Changes nothing. A token would be refused when the registration beside it begins another session.
  tokenless: true,
} as const satisfies Call;
