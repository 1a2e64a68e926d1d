import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '#features/signups/contract/calls.ts';
import { REDEMPTIONS_OF_CALLER } from '#features/signups/contract/rate-limits.ts';
import { EmailAddress, LinkToken } from '#features/signups/contract/schemas.ts';
import { getCsrfToken as csrfTokenCall } from '#platform/http/contract/call.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PASSWORD_MAX } from '../shared/password-length.ts';
import { MAX_USERNAME } from '../shared/username-length.ts';
import * as calls from './calls.ts';
import {
  ConfirmationCode,
  CurrentPassword,
  ForgottenPassword,
  LoginOrRefresh,
  RuledPassword,
  Username,
} from './form-schemas.ts';
import * as ownCalls from './own-account-calls.ts';
import { OwnData } from './own-data.ts';
import * as passwordCheck from './password-check-calls.ts';
import * as limits from './rate-limits.ts';
import { AccountDetails, SessionEntry, User } from './schemas.ts';

/* Sessions */

export const login = endpoint(calls.login, {
  summary: 'Log in. For the logged-in user’s own name, an empty password returns the refreshed user',
  limits: [limits.LOGINS_OF_CALLER, limits.GUESSES_OF_CALLER, limits.GUESSES_AT_NAME],
  body: LoginOrRefresh,
  answers: { 200: User },
});

export const register = endpoint(calls.register, {
  summary: 'Create an account with role free, whatever role is sent, and log in to it',
  limits: [limits.REGISTRATIONS_OF_CALLER, limits.REGISTRATIONS_TO_MAILBOX],
  body: z.object({
    username: Username,
    email: EmailAddress,
    password: RuledPassword,
    /** Browsers send it, and the server ignores it. */
    role: z.unknown().optional(),
  }),
  answers: { 201: User },
});

export const logout = endpoint(calls.logout, {
  summary: 'End this session',
  answers: { 204: null },
});

export const getUser = endpoint(calls.getUser, {
  summary: 'The signed-in user',
  personal: true,
  answers: { 200: User },
});

export const getCsrfToken = endpoint(csrfTokenCall, {
  summary: 'The token to send as `CSRF-Token` with every call that changes something',
  answers: { 200: z.object({ csrfToken: z.string() }) },
});

/* Passwords */

export const forgotPassword = endpoint(calls.forgotPassword, {
  summary:
    'Ask for a link to a new password; the answer is the same whether an account has the address or not',
  limits: [limits.MAILS_OF_CALLER],
  body: ForgottenPassword,
  answers: { 204: null },
});

export const checkPassword = endpoint(passwordCheck.checkPassword, {
  summary: 'Ask whether a password that is being chosen is easy to guess; it is not stored',
  noOwnWrite: true,
  limits: [limits.PASSWORD_CHECKS_OF_CALLER],
  body: z.object({
    password: z.string().max(PASSWORD_MAX),
    username: z.string().max(MAX_USERNAME).optional(),
    email: z.string().max(MAX_EMAIL_LENGTH).optional(),
  }),
  answers: { 200: z.object({ guessable: z.boolean() }) },
});

export const resetPassword = endpoint(calls.resetPassword, {
  summary:
    'Redeem the link to a new password: proves the address, ends every session, and signs in here; 204 for ' +
    'an administrator, who logs in with a second factor then',
  limits: [REDEMPTIONS_OF_CALLER],
  body: z.object({ token: LinkToken, password: RuledPassword }),
  answers: { 200: User, 204: null },
});

export const changePassword = endpoint(ownCalls.changePassword, {
  summary: 'Change the password, which ends all other sessions',
  body: z.object({
    /** An account without a password needs a fresh sign-in instead. */
    currentPassword: CurrentPassword.default(''),
    password: RuledPassword,
  }),
  answers: { 200: User },
});

/* Email address */

export const proveEmail = endpoint(ownCalls.proveEmail, {
  summary:
    'Send a link and a code to an address: the present one, or a new one, which replaces it once proven. ' +
    '200: it is the account’s own and proven already, so nothing was sent',
  body: z.object({
    email: EmailAddress,
    /**
     * Required unless the address is the account's own, or already waits for its proof. An account without a
     * password needs a fresh sign-in instead.
     */
    currentPassword: CurrentPassword.default(''),
  }),
  answers: { 200: User, 204: null },
});

export const verifyEmail = endpoint(ownCalls.verifyEmail, {
  summary: 'Redeem the link or the code that was sent to an address, signed in to the account that asked',
  limits: [REDEMPTIONS_OF_CALLER],
  body: z.union([z.object({ token: LinkToken }), ConfirmationCode]),
  answers: { 200: User },
});

/* The account page */

export const getAccount = endpoint(ownCalls.getAccount, {
  summary: 'What the account page shows beyond the user',
  answers: { 200: AccountDetails },
});

export const listSessions = endpoint(ownCalls.listSessions, {
  summary: 'Where the user is logged in: this session first, then the latest',
  answers: { 200: z.array(SessionEntry) },
});

export const endOneSession = endpoint(ownCalls.endOneSession, {
  summary: 'End one of the user’s own sessions',
  params: z.object({ session: z.string().regex(/^[\w-]{43}$/) }),
  answers: { 204: null },
});

export const endAllSessions = endpoint(ownCalls.endAllSessions, {
  summary: 'End all of the user’s sessions, this one too',
  answers: { 204: null },
});

export const getOwnData = endpoint(ownCalls.getOwnData, {
  summary: 'Everything that is stored about the reader',
  limits: [limits.DOWNLOADS_OF_ACCOUNT],
  answers: { 200: OwnData },
});

export const deleteAccount = endpoint(ownCalls.deleteAccount, {
  summary: 'Delete the account and everything in it',
  body: z.object({
    /** Required when the account has a password. Without one, the session must be at most 15 minutes old. */
    password: CurrentPassword.default(''),
    /** Also deletes the visitor's entry with the account's proven address. */
    forgetEmail: z.boolean().default(false),
  }),
  answers: { 204: null },
});
