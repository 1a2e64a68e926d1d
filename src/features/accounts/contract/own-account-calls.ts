import type { Call } from '#platform/http/contract/call.ts';

export const getAccount = {
  method: 'GET',
  path: '/api/user/account',
  access: 'signed-in',
} as const satisfies Call;

export const changePassword = {
  method: 'PUT',
  path: '/api/user/password',
  access: 'signed-in',
  changesSession: true,
} as const satisfies Call;

export const proveEmail = {
  method: 'POST',
  path: '/api/user/email',
  access: 'signed-in',
} as const satisfies Call;

export const verifyEmail = {
  method: 'POST',
  path: '/api/user/email/verify',
  access: 'signed-in',
} as const satisfies Call;

export const listSessions = {
  method: 'GET',
  path: '/api/user/sessions',
  access: 'signed-in',
} as const satisfies Call;

export const endOneSession = {
  method: 'DELETE',
  path: '/api/user/sessions/:session',
  access: 'signed-in',
} as const satisfies Call;

export const endAllSessions = {
  method: 'DELETE',
  path: '/api/user/sessions',
  access: 'signed-in',
  changesSession: true,
} as const satisfies Call;

export const getOwnData = {
  method: 'GET',
  path: '/api/user/data',
  access: 'signed-in',
} as const satisfies Call;

export const deleteAccount = {
  method: 'DELETE',
  path: '/api/user',
  access: 'signed-in',
  changesSession: true,
} as const satisfies Call;
