import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';

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

export const listEmailSignups = endpoint({
  method: 'GET',
  path: '/api/email-signups',
  summary: 'Every address that entered, the newest first',
  access: 'admin',
  answers: { 200: z.array(EmailSignup) },
});
