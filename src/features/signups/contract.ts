import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { PathId } from '../../platform/http/fields.ts';

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL = 254;

export const EmailAddress = z
  .string({ error: 'Please enter a valid email' })
  .trim()
  .max(MAX_EMAIL, 'Please enter a valid email')
  .pipe(z.email('Please enter a valid email'));

export const signUp = endpoint({
  method: 'POST',
  path: '/api/email-signup',
  summary:
    'Enter with an email address: instant access when it is new, a sign-in link by mail when it returns',
  access: 'anyone',
  csrf: 'origin',
  body: z.object({ email: EmailAddress, source: z.enum(['landing', 'home', 'gate']).default('landing') }),
  answers: {
    201: z.object({ status: z.literal('granted') }),
    200: z.object({ status: z.literal('link-sent') }),
  },
});

export const verifySignUp = endpoint({
  method: 'POST',
  path: '/api/email-signup/verify',
  summary: 'Redeem a sign-in link or its six-digit code, once, within 15 minutes',
  access: 'anyone',
  csrf: 'origin',
  body: z.union([
    z.object({ token: z.string().min(1).max(200) }),
    z.object({ email: EmailAddress, code: z.string().regex(/^\d{6}$/, 'The code has six digits') }),
  ]),
  answers: { 200: z.object({ email: z.string(), signedIn: z.boolean() }) },
});

export const renewLink = endpoint({
  method: 'POST',
  path: '/api/email-signup/renew',
  summary: 'Mail a new sign-in link to the address of one that has expired or was used',
  access: 'anyone',
  csrf: 'origin',
  body: z.object({ token: z.string().min(1).max(200) }),
  answers: { 200: z.object({ status: z.literal('link-sent') }) },
});

export const EmailSignup = z.object({
  id: z.number(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  source: z.string(),
  hasAccess: z.boolean(),
});
export type EmailSignup = z.infer<typeof EmailSignup>;

const filter = {
  /** A part of the address. */
  search: z
    .string()
    .trim()
    .max(MAX_EMAIL, 'No address is that long')
    .refine((value) => !value.includes('\0'), 'No address contains that')
    .optional(),
  hasAccess: z.enum(['true', 'false']).optional(),
};

export const listEmailSignups = endpoint({
  method: 'GET',
  path: '/api/email-signups',
  summary:
    'The addresses that entered, the newest first. With a `limit`, the `X-Next-Cursor` header carries the `cursor` of the next part and `X-Total-Count` how many there are in all',
  access: 'admin',
  query: z.object({
    ...filter,
    /** Without it, all of them. */
    limit: z.coerce.number().int().min(1).max(500).optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,15}$/, 'This is no place in a list')
      .optional(),
  }),
  answers: { 200: z.array(EmailSignup) },
});

export const exportEmailSignups = endpoint({
  method: 'GET',
  path: '/api/email-signups.csv',
  summary: 'The same list as a table for spreadsheets',
  access: 'admin',
  query: z.object(filter),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const changeEmailSignup = endpoint({
  method: 'PATCH',
  path: '/api/email-signups/:id',
  summary: 'Grant or revoke the access of an address',
  access: 'admin',
  params: z.object({ id: PathId }),
  body: z.object({ hasAccess: z.boolean('Must be true or false') }),
  answers: { 200: EmailSignup },
});
