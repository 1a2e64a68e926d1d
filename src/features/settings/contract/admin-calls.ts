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

export const saveTexts = {
  method: 'PUT',
  path: '/api/texts',
  access: 'admin',
} as const satisfies Call;

export const sendTestMail = {
  method: 'POST',
  path: '/api/texts/test-mail',
  access: 'admin',
} as const satisfies Call;
