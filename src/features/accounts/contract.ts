import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { EmailAddress } from '../signups/contract.ts';

export const Role = z.enum(['free', 'subscriber', 'admin']);

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string().nullable(),
  /** The address was proven by a link that was mailed to it. */
  emailVerified: z.boolean(),
  role: Role,
});

export type Role = z.infer<typeof Role>;
export type User = z.infer<typeof User>;

/* What people type. The texts are the specification's (section 5); forms and server read the same schemas. */

export const Username = z
  .string({ error: 'Username must be at least 3 characters' })
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(50, 'Username must be at most 50 characters')
  .regex(/^[^\p{C}]+$/u, 'Username must not contain control characters');

const SHORT_PASSWORD = 'Password must be at least 8 characters';
const LONG_PASSWORD = 'Password must be at most 128 characters';

/** 8 to 128 characters, never truncated; each problem in the form's own words. */
const NewPassword = z
  .string({ error: SHORT_PASSWORD })
  .min(8, SHORT_PASSWORD)
  .max(128, LONG_PASSWORD)
  .regex(
    /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su,
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  );

export const PASSWORD_RULE =
  'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.';

/** The same rule as the server says it: all of it in one sentence, shown as it is. */
const RuledPassword = z
  .string({ error: PASSWORD_RULE })
  .max(128, LONG_PASSWORD)
  .refine((value) => value.length > 128 || NewPassword.safeParse(value).success, PASSWORD_RULE);

/** Both password fields of a form agree. The check runs whatever else is wrong, so that all errors show at once. */
const agree = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  said: { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
};

export const Login = z.object({
  username: Username,
  password: z.string({ error: SHORT_PASSWORD }).min(8, SHORT_PASSWORD).max(128, LONG_PASSWORD),
});
export type Login = z.infer<typeof Login>;

export const RegisterForm = z
  .object({
    username: Username,
    email: EmailAddress,
    password: NewPassword,
    confirmPassword: z.string(),
  })
  .refine(agree.check, agree.said);
export type RegisterForm = z.infer<typeof RegisterForm>;

export const NewPasswordForm = z
  .object({ password: NewPassword, confirmPassword: z.string() })
  .refine(agree.check, agree.said);
export type NewPasswordForm = z.infer<typeof NewPasswordForm>;

export const ForgottenPassword = z.object({ email: EmailAddress });
export type ForgottenPassword = z.infer<typeof ForgottenPassword>;

const CurrentPassword = z.string().max(128, LONG_PASSWORD);

export const ChangeEmailForm = z.object({ email: EmailAddress, currentPassword: CurrentPassword });
export type ChangeEmailForm = z.infer<typeof ChangeEmailForm>;

export const ChangePasswordForm = z
  .object({ currentPassword: CurrentPassword, password: NewPassword, confirmPassword: z.string() })
  .refine(agree.check, agree.said);
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;

export const ConfirmationCode = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits')),
});

/* Signing in and out */

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in; for the signed-in user’s own name an empty password only answers the refreshed user',
  access: 'anyone',
  csrf: 'origin',
  body: z.object({
    username: Username,
    password: z
      .string({ error: SHORT_PASSWORD })
      .max(128, LONG_PASSWORD)
      .refine((value) => value === '' || value.length >= 8, SHORT_PASSWORD),
  }),
  answers: { 200: User },
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Make an account of role free, whatever role is sent, and sign in to it',
  access: 'anyone',
  csrf: 'origin',
  body: z.object({
    username: Username,
    email: EmailAddress,
    password: RuledPassword,
    /** Sent by browsers, read by nobody. */
    role: z.unknown().optional(),
  }),
  answers: { 201: User },
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session',
  access: 'anyone',
  answers: { 204: null },
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: 'signed-in',
  answers: { 200: User },
});

export const getCsrfToken = endpoint({
  method: 'GET',
  path: '/api/csrf-token',
  summary: 'The token to send as `CSRF-Token` with every call that changes something',
  access: 'anyone',
  answers: { 200: z.object({ csrfToken: z.string() }) },
});

/* Passwords */

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/password/forgot',
  summary:
    'Ask for a link to a new password; the answer is the same whether an account has the address or not',
  access: 'anyone',
  csrf: 'origin',
  body: ForgottenPassword,
  answers: { 204: null },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  summary: 'Redeem the link to a new password: proves the address, ends every session, and signs in here',
  access: 'anyone',
  csrf: 'origin',
  body: z.object({ token: z.string().min(1).max(200), password: RuledPassword }),
  answers: { 200: User },
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/user/password',
  summary: 'Change the password, which ends all other sessions',
  access: 'signed-in',
  body: z.object({
    /** An account that has none needs a fresh sign-in instead. */
    currentPassword: CurrentPassword.default(''),
    password: RuledPassword,
  }),
  answers: { 200: User },
});

/* Address */

export const proveEmail = endpoint({
  method: 'POST',
  path: '/api/user/email',
  summary:
    'Send a link and a code to an address: the present one, or a new one, which replaces it once proven',
  access: 'signed-in',
  body: z.object({
    email: EmailAddress,
    /**
     * Needed for another address than the present one and the one that waits to be proven; an account without one
     * needs a fresh sign-in.
     */
    currentPassword: CurrentPassword.default(''),
  }),
  answers: { 204: null },
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/user/email/verify',
  summary: 'Redeem the link or the code that was sent to an address, signed in to the account that asked',
  access: 'signed-in',
  body: z.union([z.object({ token: z.string().min(1).max(200) }), ConfirmationCode]),
  answers: { 200: User },
});

/* The account page */

export const AccountDetails = z.object({
  createdAt: z.iso.datetime(),
  hasPassword: z.boolean(),
  /** An address that a link was sent to and that has not been proven yet. */
  pendingEmail: z.string().nullable(),
});
export type AccountDetails = z.infer<typeof AccountDetails>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/user/account',
  summary: 'What the account page shows beyond the user',
  access: 'signed-in',
  answers: { 200: AccountDetails },
});

export const SessionEntry = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** What the browser calls itself. */
  userAgent: z.string().nullable(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where one is signed in: here first, then the latest',
  access: 'signed-in',
  answers: { 200: z.array(SessionEntry) },
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:session',
  summary: 'Sign out one of one’s own sessions',
  access: 'signed-in',
  params: z.object({ session: z.string().regex(/^[\w-]{43}$/) }),
  answers: { 204: null },
});

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Sign out everywhere, here too',
  access: 'signed-in',
  answers: { 204: null },
});

const Instant = z.iso.datetime();

export const OwnData = z.object({
  account: z.object({
    id: z.number(),
    username: z.string(),
    email: z.string().nullable(),
    emailVerifiedAt: Instant.nullable(),
    role: Role,
    createdAt: Instant,
    hasPassword: z.boolean(),
  }),
  sessions: z.array(SessionEntry.omit({ id: true })),
  favorites: z.array(z.object({ itemType: z.string(), itemId: z.number(), createdAt: Instant })),
  /** The visitor's entry with the same address; only for a proven one. */
  emailSignup: z
    .object({ email: z.string(), source: z.string(), hasAccess: z.boolean(), createdAt: Instant })
    .nullable(),
  emailLinks: z.array(
    z.object({
      purpose: z.string(),
      email: z.string(),
      createdAt: Instant,
      expiresAt: Instant,
      usedAt: Instant.nullable(),
    }),
  ),
  mails: z.array(
    z.object({ recipient: z.string(), subject: z.string(), createdAt: Instant, sentAt: Instant.nullable() }),
  ),
  subscriptions: z.array(
    z.object({
      provider: z.string(),
      providerId: z.string().nullable(),
      status: z.string(),
      email: z.string().nullable(),
      createdAt: Instant,
      paidThrough: Instant.nullable(),
      accessUntil: Instant.nullable(),
      payments: z.array(
        z.object({
          providerId: z.string(),
          status: z.string(),
          cents: z.number().nullable(),
          currency: z.string().nullable(),
          paidAt: Instant.nullable(),
        }),
      ),
    }),
  ),
});
export type OwnData = z.infer<typeof OwnData>;

export const getOwnData = endpoint({
  method: 'GET',
  path: '/api/user/data',
  summary: 'Everything that is stored about the reader',
  access: 'signed-in',
  answers: { 200: OwnData },
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary: 'Delete one’s account and all that belongs to it',
  access: 'signed-in',
  body: z.object({
    /** Needed when the account has one; else one must have signed in within the last minutes. */
    password: CurrentPassword.default(''),
    /** Also forget the visitor's entry with the account's proven address. */
    forgetEmail: z.boolean().default(false),
  }),
  answers: { 204: null },
});
