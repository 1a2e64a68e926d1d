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

/** One change by a person or the program. */
export const AuditEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Null: the program itself, or a deleted account. */
  user: AuditAuthor.nullable(),
  /** Whether the author's account was deleted; `user` is then null. */
  authorErased: z.boolean(),
  action: AuditAction,
  /**
   * Type of the changed thing: `ocean`, `wave`, `droplet`, `catalogue`, `setting`, `email-signup`, `account`,
   * `members` (a member import), `gift-code`, `subscription`, `preview-link`, `link-check` or `export`.
   */
  itemType: z.string(),
  itemId: z.string(),
  /** Empty for a person whose name was erased. For a setting, the title of its screen. */
  title: z.string(),
  /** For changes `{ before, after }` with the fields that changed. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One security event of the reader's account. */
export const SecurityEvent = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /**
   * One of `SECURITY_EVENT_KINDS`. Typed as text, because nodes of the next version may store further kinds.
   */
  kind: z.string(),
  detail: z.string().nullable(),
  /** Browser and system; null for events caused by the program or another person. */
  device: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;
