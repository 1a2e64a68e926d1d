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
