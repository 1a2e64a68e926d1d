import { z } from 'zod';

/** `editor`: changes content, and nothing about persons, money or settings. */
export const Role = z.enum(['free', 'subscriber', 'editor', 'admin']);

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string().nullable(),
  /** The address is proven by a mailed link or code, or confirmed by the operator or an administrator. */
  emailVerified: z.boolean(),
  role: Role,
});

export type Role = z.infer<typeof Role>;
export type User = z.infer<typeof User>;

/** Details for the account page. */
export const AccountDetails = z.object({
  createdAt: z.iso.datetime(),
  hasPassword: z.boolean(),
  /** An address that got a link and is not proven yet. */
  pendingEmail: z.string().nullable(),
});
export type AccountDetails = z.infer<typeof AccountDetails>;

/** One of the reader's sessions. */
export const SessionEntry = z.object({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The browser's `User-Agent`. */
  userAgent: z.string().nullable(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;
