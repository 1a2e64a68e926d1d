import type { Call } from '#platform/http/contract/call.ts';

export const createSetting = {
  method: 'POST',
  path: '/api/settings',
  access: 'admin',
} as const satisfies Call;

export const updateSetting = {
  method: 'PUT',
  path: '/api/settings/:key',
  access: 'admin',
} as const satisfies Call;

export const deleteSetting = {
  method: 'DELETE',
  path: '/api/settings/:key',
  access: 'admin',
} as const satisfies Call;
