import type { Call } from '#platform/http/contract/call.ts';

/* Members' calls, apart from the administrators'. */

export const listSecurityEvents = {
  method: 'GET',
  path: '/api/user/security-events',
  access: 'signed-in',
} as const satisfies Call;
