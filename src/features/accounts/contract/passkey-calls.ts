import type { Call } from '#platform/http/contract/call.ts';

export const passkeySignInOptions = {
  method: 'POST',
  path: '/api/passkeys/options',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

export const passkeySignIn = {
  method: 'POST',
  path: '/api/passkeys/sign-in',
  access: 'anyone',
  csrf: 'origin',
  changesSession: true,
} as const satisfies Call;

export const listPasskeys = {
  method: 'GET',
  path: '/api/user/passkeys',
  access: 'signed-in',
} as const satisfies Call;

export const newPasskeyOptions = {
  method: 'POST',
  path: '/api/user/passkeys/options',
  access: 'signed-in',
} as const satisfies Call;

export const addPasskey = {
  method: 'POST',
  path: '/api/user/passkeys',
  access: 'signed-in',
} as const satisfies Call;

export const renamePasskey = {
  method: 'PATCH',
  path: '/api/user/passkeys/:id',
  access: 'signed-in',
} as const satisfies Call;

export const removePasskey = {
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  access: 'signed-in',
} as const satisfies Call;
