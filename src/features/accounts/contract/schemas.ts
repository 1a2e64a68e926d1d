import { z } from 'zod';

/** `editor`: changes content, and nothing about persons, money or settings. */
export const Role = z.enum(['free', 'subscriber', 'editor', 'admin']);

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string().nullable(),
  /** The address is proven: by a mailed link or code, or confirmed by the operator or an administrator. */
  emailVerified: z.boolean(),
  role: Role,
});

export type Role = z.infer<typeof Role>;
export type User = z.infer<typeof User>;

/** Details of the account page beyond the user. */
export const AccountDetails = z.object({
  createdAt: z.iso.datetime(),
  hasPassword: z.boolean(),
  /** An address that a link was sent to and that has not been proven yet. */
  pendingEmail: z.string().nullable(),
});
export type AccountDetails = z.infer<typeof AccountDetails>;

/** A session of the reader. */
export const SessionEntry = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The browser's `User-Agent`. */
  userAgent: z.string().nullable(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;
