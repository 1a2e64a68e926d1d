import { z } from 'zod';

export const AuditAction = z.enum([
  'created',
  'updated',
  'deleted',
  'granted',
  'revoked',
  'reordered',
  'imported',
  'restored',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** A person who has changed something. */
export const AuditAuthor = z.object({ id: z.number(), username: z.string() });

/** One change that a person or the program made. */
export const AuditEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Null: the program itself, or a deleted account. */
  user: AuditAuthor.nullable(),
  /** The author's account was deleted; `user` is null. */
  authorErased: z.boolean(),
  action: AuditAction,
  /**
   * Type of the changed thing: `ocean`, `wave`, `droplet`, `catalogue`, `setting`, `email-signup`, `account`,
   * `members` (a member import), `gift-code`, `subscription`, `preview-link`, `link-check` or `export`.
   */
  itemType: z.string(),
  itemId: z.string(),
  /** Empty for a person whose name was erased. A setting has the title of its screen. */
  title: z.string(),
  /** For changes `{ before, after }` with the fields that changed. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One event about the security of the reader's account. */
export const SecurityEvent = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** One of `SECURITY_EVENT_KINDS`. Any text: nodes of the next version may have stored further kinds. */
  kind: z.string(),
  detail: z.string().nullable(),
  /** Browser and system; null when the program or another person did it. */
  device: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;
