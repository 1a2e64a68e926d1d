import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById } from '#platform/http/contract/fields.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { CurrentPassword } from './form-schemas.ts';
import * as calls from './passkey-calls.ts';
import { PasskeyName, RenamePasskeyForm } from './passkey-form-schemas.ts';
import {
  AuthenticationResponse,
  CreationOptions,
  PasskeyEntry,
  RegistrationResponse,
  RequestOptions,
} from './passkey-schemas.ts';
import { User } from './schemas.ts';

/** Each view of the login page requests a challenge, and a whole office has one IP address. */
const CHALLENGES_OF_CALLER: RequestLimit = {
  name: 'passkey-challenge:ip',
  max: 200,
  window: 15 * MINUTE,
  by: ['caller'],
};

const SIGN_INS_OF_CALLER: RequestLimit = {
  name: 'passkey-sign-in:ip',
  max: 50,
  window: 15 * MINUTE,
  by: ['caller'],
  message: 'Too many login attempts. Please try again later.',
};

const CHANGES_OF_ACCOUNT: RequestLimit = {
  name: 'passkey-change:account',
  max: 30,
  window: 15 * MINUTE,
  by: ['account'],
};

export const passkeySignInOptions = endpoint(calls.passkeySignInOptions, {
  summary: 'Ask for a challenge to log in with a passkey',
  limits: [CHALLENGES_OF_CALLER],
  body: z.object({}),
  answers: { 200: RequestOptions },
});

export const passkeySignIn = endpoint(calls.passkeySignIn, {
  summary: 'Log in with a passkey. The challenge works once, for 5 minutes',
  limits: [SIGN_INS_OF_CALLER],
  body: AuthenticationResponse,
  answers: { 200: User },
});

export const listPasskeys = endpoint(calls.listPasskeys, {
  summary: 'The user’s passkeys, in the order in which they were added',
  answers: { 200: z.array(PasskeyEntry) },
});

export const newPasskeyOptions = endpoint(calls.newPasskeyOptions, {
  summary: 'Ask for a challenge to add a passkey',
  limits: [CHANGES_OF_ACCOUNT],
  /** An account that has no password needs a fresh sign-in instead. */
  body: z.object({ currentPassword: CurrentPassword.default('') }),
  answers: { 200: CreationOptions },
});

export const addPasskey = endpoint(calls.addPasskey, {
  summary: 'Add a passkey. The challenge works once, for 5 minutes',
  limits: [CHANGES_OF_ACCOUNT],
  body: z.object({ name: PasskeyName, response: RegistrationResponse }),
  answers: { 201: PasskeyEntry },
});

export const renamePasskey = endpoint(calls.renamePasskey, {
  summary: 'Rename one of the user’s own passkeys',
  limits: [CHANGES_OF_ACCOUNT],
  params: ById,
  body: RenamePasskeyForm,
  answers: { 200: PasskeyEntry },
});

export const removePasskey = endpoint(calls.removePasskey, {
  summary: 'Remove one of the user’s own passkeys',
  params: ById,
  body: z.object({ currentPassword: CurrentPassword.default('') }),
  answers: { 204: null },
});
