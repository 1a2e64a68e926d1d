import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';

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

/** Specification, section 5. */
export const Username = z
  .string()
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(50, 'Username must be at most 50 characters')
  .regex(/^[^\p{C}]+$/u, 'Username must not contain control characters');

export const PASSWORD_RULE =
  'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.';

/** 8 to 128 characters, never truncated; the second sentence is the specification's for the form. */
export const NewPassword = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters')
  .regex(
    /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su,
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  );

export const Login = z.object({
  username: Username,
  password: z
    .string()
    .min(8, 'Password must be at least 8 characters')
    .max(128, 'Password must be at most 128 characters'),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in; for the signed-in user’s own name an empty password only answers the refreshed user',
  access: 'anyone',
  csrf: 'origin',
  body: z.union([Login, z.object({ username: Username, password: z.literal('') })]),
  answers: { 200: User },
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
