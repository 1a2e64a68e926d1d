import { z } from 'zod';
import { EmailAddress } from '#features/signups/contract/schemas.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../shared/password-length.ts';
import { MAX_USERNAME } from '../shared/username-length.ts';

/* Schemas of the forms' input, for forms and server. The texts are the specification's (section 5). */

export const Username = z
  .string({ error: 'Username must be at least 3 characters' })
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(MAX_USERNAME, 'Username must be at most 50 characters')
  // Excludes line breaks, and letters that show nothing: fillers of Hangul and Khmer, Braille without a dot.
  .regex(
    /^[^\p{C}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]+$/u,
    'Username must not contain invisible characters',
  );

const SHORT_PASSWORD = 'Password must be at least 8 characters';
const LONG_PASSWORD = 'Password must be at most 128 characters';

/** A new password, never truncated. Each violation has a message of its own. */
const NewPassword = z
  .string({ error: SHORT_PASSWORD })
  .min(PASSWORD_MIN, SHORT_PASSWORD)
  .max(PASSWORD_MAX, LONG_PASSWORD)
  .regex(
    /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su,
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  );

export const PASSWORD_RULE =
  'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.';

/**
 * The same rule with the server's message, which is the whole rule in one sentence and which forms show
 * unchanged.
 */
export const RuledPassword = z
  .string({ error: PASSWORD_RULE })
  .max(PASSWORD_MAX, LONG_PASSWORD)
  .refine((value) => value.length > PASSWORD_MAX || NewPassword.safeParse(value).success, {
    error: PASSWORD_RULE,
    params: { code: 'weak-password' },
  });

/**
 * Both password fields of a form must agree. Runs beside the other checks, so that all errors show at once.
 */
const agree = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  issue: { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
};

export const Login = z.object({
  username: Username,
  password: z
    .string({ error: SHORT_PASSWORD })
    .min(PASSWORD_MIN, SHORT_PASSWORD)
    .max(PASSWORD_MAX, LONG_PASSWORD),
});
export type Login = z.infer<typeof Login>;

/** A login, as the server accepts it. An empty password only refreshes the signed-in user. */
export const LoginOrRefresh = z.object({
  username: Username,
  password: z
    .string({ error: SHORT_PASSWORD })
    .max(PASSWORD_MAX, LONG_PASSWORD)
    .refine((value) => value === '' || value.length >= PASSWORD_MIN, SHORT_PASSWORD),
  /** Second factor of administrators and editors: a code from an app, or a recovery code. */
  code: z.string().max(40).optional(),
});

export const RegisterForm = z
  .object({
    username: Username,
    email: EmailAddress,
    password: NewPassword,
    confirmPassword: z.string(),
  })
  .refine(agree.check, agree.issue);
export type RegisterForm = z.infer<typeof RegisterForm>;

export const NewPasswordForm = z
  .object({ password: NewPassword, confirmPassword: z.string() })
  .refine(agree.check, agree.issue);
export type NewPasswordForm = z.infer<typeof NewPasswordForm>;

export const ForgottenPassword = z.object({ email: EmailAddress });
export type ForgottenPassword = z.infer<typeof ForgottenPassword>;

export const CurrentPassword = z.string().max(PASSWORD_MAX, LONG_PASSWORD);

export const ChangeEmailForm = z.object({ email: EmailAddress, currentPassword: CurrentPassword });
export type ChangeEmailForm = z.infer<typeof ChangeEmailForm>;

export const ChangePasswordForm = z
  .object({ currentPassword: CurrentPassword, password: NewPassword, confirmPassword: z.string() })
  .refine(agree.check, agree.issue);
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;

export const ConfirmationCode = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits of the code')),
});
