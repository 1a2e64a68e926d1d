import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, PartSize } from '#platform/http/contract/fields.ts';
import * as adminCalls from './admin-calls.ts';
import * as calls from './calls.ts';
import * as entryCalls from './entry-calls.ts';
import { ENTRIES_OF_CALLER, REDEMPTIONS_OF_CALLER, SIGN_UPS_OF_CALLER } from './rate-limits.ts';
import { EmailAddress, EmailSignup, LinkToken, SignupSource } from './schemas.ts';

export const signUp = endpoint(calls.signUp, {
  summary:
    'Enter with an email address: instant access when it is new, a sign-in link by email when it returns',
  limits: [SIGN_UPS_OF_CALLER],
  body: z.object({ email: EmailAddress, source: SignupSource.default('landing') }),
  answers: {
    201: z.object({ status: z.literal('granted') }),
    200: z.object({ status: z.literal('link-sent') }),
  },
});

export const bindEntry = endpoint(entryCalls.bindEntry, {
  summary: 'Bind the entered cookie of this browser to the address that it has stored',
  limits: [ENTRIES_OF_CALLER],
  body: z.object({ email: EmailAddress }),
  answers: { 204: null },
});

export const verifySignUp = endpoint(calls.verifySignUp, {
  summary: 'Redeem a sign-in link or its six-digit code, once, within 15 minutes',
  limits: [REDEMPTIONS_OF_CALLER],
  body: z.union([
    z.object({ token: LinkToken }),
    z.object({ email: EmailAddress, code: z.string().regex(/^\d{6}$/, 'Enter the six digits of the code') }),
  ]),
  answers: { 200: z.object({ email: z.string(), signedIn: z.boolean() }) },
});

export const renewLink = endpoint(calls.renewLink, {
  summary: 'Email a new sign-in link to the address of a link that has expired or was used',
  limits: [SIGN_UPS_OF_CALLER],
  body: z.object({ token: LinkToken }),
  answers: { 200: z.object({ status: z.literal('link-sent') }) },
});

const filter = {
  /** Substring of the address. */
  search: z
    .string()
    .trim()
    .max(calls.MAX_EMAIL_LENGTH, 'This email is too long')
    .refine((value) => !value.includes('\0'), 'This email contains a character that is not allowed')
    .optional(),
  hasAccess: z.enum(['true', 'false']).optional(),
};

export const listEmailSignups = endpoint(adminCalls.listEmailSignups, {
  summary:
    'The addresses that entered, the newest first. With a `limit`, the `X-Next-Cursor` header carries ' +
    'the `cursor` of the next part and `X-Total-Count` how many there are in all',
  mayBeOld: true,
  mayBeInParts: true,
  query: z.object({
    ...filter,
    /** Maximum number of sign-ups; undefined: all. */
    limit: PartSize(500).optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,15}$/, 'This cursor is not valid')
      .optional(),
  }),
  answers: { 200: z.array(EmailSignup) },
});

export const exportEmailSignups = endpoint(adminCalls.exportEmailSignups, {
  summary: 'The same list as a table for spreadsheets',
  mayBeOld: true,
  query: z.object(filter),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const changeEmailSignup = endpoint(adminCalls.changeEmailSignup, {
  summary: 'Grant or revoke the access of an address',
  params: ById,
  body: z.object({ hasAccess: z.boolean('Must be true or false') }),
  answers: { 200: EmailSignup },
});

export const eraseEmailSignup = endpoint(adminCalls.eraseEmailSignup, {
  summary: 'Erase an address and everything that is stored about it. Its account stays, where it has one',
  params: ById,
  answers: { 204: null },
});
