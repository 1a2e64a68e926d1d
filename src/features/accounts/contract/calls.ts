import type { Call } from '#platform/http/contract/call.ts';

export const login = {
  method: 'POST',
  path: '/api/login',
  access: 'anyone',
  csrf: 'origin',
  tokenless: true,
  changesSession: true,
} as const satisfies Call;

export const register = {
  method: 'POST',
  path: '/api/register',
  access: 'anyone',
  csrf: 'origin',
  tokenless: true,
  changesSession: true,
} as const satisfies Call;

export const logout = {
  method: 'POST',
  path: '/api/logout',
  access: 'anyone',
  changesSession: true,
} as const satisfies Call;

export const getUser = {
  method: 'GET',
  path: '/api/user',
  access: 'signed-in',
} as const satisfies Call;

export const forgotPassword = {
  method: 'POST',
  path: '/api/password/forgot',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

export const resetPassword = {
  method: 'POST',
  path: '/api/password/reset',
  access: 'anyone',
  csrf: 'origin',
  changesSession: true,
} as const satisfies Call;
