import type { Call } from '#platform/http/contract/call.ts';

/* Calls of administrators for the list of addresses. */

export const listEmailSignups = {
  method: 'GET',
  path: '/api/email-signups',
  access: 'admin',
} as const satisfies Call;

export const exportEmailSignups = {
  method: 'GET',
  path: '/api/email-signups.csv',
  access: 'admin',
} as const satisfies Call;

export const changeEmailSignup = {
  method: 'PATCH',
  path: '/api/email-signups/:id',
  access: 'admin',
} as const satisfies Call;

export const eraseEmailSignup = {
  method: 'DELETE',
  path: '/api/email-signups/:id',
  access: 'admin',
} as const satisfies Call;
