import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from './calls.ts';

/**
 * Pattern of addresses like that of email fields, without empty parts and with dots in the domain. Browsers
 * send a domain in any script as `xn--…`.
 */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]+)$/i;

export const EmailAddress = z
  .string({ error: 'Please enter a valid email' })
  .trim()
  .max(MAX_EMAIL_LENGTH, 'Please enter a valid email')
  .pipe(z.email({ pattern: ADDRESS, error: 'Please enter a valid email' }));

/** Token of a mailed link. */
export const LinkToken = z.string().min(1).max(200);

/** The form in which a visitor entered their address. */
export const SignupSource = z.enum(['landing', 'home', 'gate']);
export type SignupSource = z.infer<typeof SignupSource>;

export const EmailSignup = z.object({
  id: z.number(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  source: z.string(),
  hasAccess: z.boolean(),
});
export type EmailSignup = z.infer<typeof EmailSignup>;
