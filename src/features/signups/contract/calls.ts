import type { Call } from '#platform/http/contract/call.ts';

/** Longest address that mail supports (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** Error message for a revoked address. */
export const ACCESS_WITHDRAWN =
  'Access for this email was revoked. If you think this is a mistake, contact us.';

export const signUp = {
  method: 'POST',
  path: '/api/email-signup',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

export const verifySignUp = {
  method: 'POST',
  path: '/api/email-signup/verify',
  access: 'anyone',
  csrf: 'origin',
  changesSession: true,
} as const satisfies Call;

export const renewLink = {
  method: 'POST',
  path: '/api/email-signup/renew',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;
