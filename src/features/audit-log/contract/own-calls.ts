import type { Call } from '#platform/http/contract/call.ts';

/* Calls of members, separate from those of administrators. */

export const listSecurityEvents = {
  method: 'GET',
  path: '/api/user/security-events',
  access: 'signed-in',
} as const satisfies Call;
