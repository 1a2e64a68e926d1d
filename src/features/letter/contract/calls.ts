import type { Call } from '#platform/http/contract/call.ts';

/** Actions of the links in a letter. `start` resumes stopped or paused letters. */
export const LETTER_ACTIONS = ['stop', 'pause', 'monthly', 'start'] as const;

export const getLetter = {
  method: 'GET',
  path: '/api/letter',
  access: 'signed-in',
} as const satisfies Call;

export const setLetter = {
  method: 'PUT',
  path: '/api/letter',
  access: 'signed-in',
} as const satisfies Call;

/** Call for people without an account. */
export const askForLetter = {
  method: 'POST',
  path: '/api/letter/ask',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

export const confirmLetter = {
  method: 'POST',
  path: '/api/letter/confirm',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

export const useLetterLink = {
  method: 'POST',
  path: '/api/letter/link',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

/** Called by mail programs (RFC 8058), which have no session: the token identifies the recipient. */
export const stopInOneClick = {
  method: 'POST',
  path: '/api/letter/one-click',
  access: 'anyone',
  csrf: 'none',
} as const satisfies Call;
