import type { Call } from '#platform/http/contract/call.ts';

/* Apart from the state's call, which comes with the login page. */

export const newTotpSecret = {
  method: 'POST',
  path: '/api/user/second-factor/secret',
  access: 'editor',
} as const satisfies Call;

export const confirmTotp = {
  method: 'PUT',
  path: '/api/user/second-factor',
  access: 'editor',
} as const satisfies Call;

export const newRecoveryCodes = {
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  access: 'editor',
} as const satisfies Call;

export const turnTotpOff = {
  method: 'DELETE',
  path: '/api/user/second-factor',
  access: 'editor',
} as const satisfies Call;
