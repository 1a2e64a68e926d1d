import type { Call } from '#platform/http/contract/call.ts';

export const getUsage = {
  method: 'GET',
  path: '/api/usage',
  access: 'admin',
} as const satisfies Call;

export const exportUsage = {
  method: 'GET',
  path: '/api/usage.csv',
  access: 'admin',
} as const satisfies Call;
