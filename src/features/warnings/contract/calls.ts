import type { Call } from '#platform/http/contract/call.ts';

export const listWarnings = {
  method: 'GET',
  path: '/api/warnings',
  access: 'admin',
} as const satisfies Call;

export const dismissWarning = {
  method: 'DELETE',
  path: '/api/warnings/:kind/:id',
  access: 'admin',
} as const satisfies Call;
