import type { Call } from '#platform/http/contract/call.ts';

export const getSecondFactor = {
  method: 'GET',
  path: '/api/user/second-factor',
  access: 'editor',
} as const satisfies Call;
