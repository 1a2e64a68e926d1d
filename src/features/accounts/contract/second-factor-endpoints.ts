import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { CurrentPassword } from './form-schemas.ts';
import { getSecondFactor as stateCall } from './second-factor-calls.ts';
import * as calls from './second-factor-change-calls.ts';
import { ConfirmTotpForm } from './second-factor-form-schemas.ts';

/**
 * Guesses at a code by somebody who knows the password. Three of a million codes are right (three time
 * steps).
 */
export const GUESSES_AT_CODE: RequestLimit = {
  name: 'login:code',
  max: 10,
  window: 15 * MINUTE,
  by: ['body.username'],
  message: 'Too many login attempts. Please try again later.',
};

const FIRST_CODES_OF_ACCOUNT: RequestLimit = {
  name: 'totp-confirm:account',
  max: 20,
  window: 15 * MINUTE,
  by: ['account'],
};

const Password = z.object({
  /** An account without a password needs a fresh sign-in instead. */
  currentPassword: CurrentPassword.default(''),
});

export const SecondFactor = z.object({
  /** Codes from an app are turned on. */
  codes: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Administrators and editors need a second factor from their second login on. */
  required: z.boolean(),
  passkeys: z.number(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const RecoveryCodes = z.object({
  /** Shown once, because the database has only their hashes. */
  recoveryCodes: z.array(z.string()),
});

export const getSecondFactor = endpoint(stateCall, {
  summary: 'One’s own second factor, as administrator or editor',
  answers: { 200: SecondFactor },
});

export const newTotpSecret = endpoint(calls.newTotpSecret, {
  summary: 'Make a secret for time-based codes (RFC 6238). It counts once a code was confirmed',
  body: Password,
  answers: {
    200: z.object({
      /** The secret in Base32, for typing. */
      secret: z.string(),
      /** For the app: `otpauth://totp/…` */
      uri: z.string(),
      /** The `uri` as a QR code, in SVG. */
      qrCode: z.string(),
    }),
  },
});

export const confirmTotp = endpoint(calls.confirmTotp, {
  summary: 'Turn time-based codes on with a first code; the answer has ten recovery codes',
  limits: [FIRST_CODES_OF_ACCOUNT],
  body: ConfirmTotpForm,
  answers: { 200: RecoveryCodes },
});

export const newRecoveryCodes = endpoint(calls.newRecoveryCodes, {
  summary: 'Replace the recovery codes by ten new ones',
  body: Password,
  answers: { 200: RecoveryCodes },
});

export const turnTotpOff = endpoint(calls.turnTotpOff, {
  summary: 'Turn time-based codes off and delete the recovery codes',
  body: Password,
  answers: { 204: null },
});
