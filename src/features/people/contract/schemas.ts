import { z } from 'zod';
import { Role } from '#features/accounts/contract/schemas.ts';
import { AuditEntry, SecurityEvent } from '#features/audit-log/contract/schemas.ts';
import { AccessGrant } from '#features/grants/contract/schemas.ts';
import { EmailSignup } from '#features/signups/contract/schemas.ts';
import { Subscription } from '#features/subscriptions/contract/schemas.ts';

/**
 * Kind of a person's main record. A sign-up is a separate person until an account verifies its address; then
 * the account represents both.
 */
export const PersonKind = z.enum(['account', 'signup']);
export type PersonKind = z.infer<typeof PersonKind>;

/**
 * State of a person; each has one. `revoked`: they cannot enter, because an administrator revoked their
 * address or disabled their account. `email-only`: they have no account. `granted`: an account with granted
 * access that does not pay. `staff`: an administrator or editor who neither pays nor has granted access.
 * `free`: any other account.
 */
export const PersonState = z.enum(['paying', 'granted', 'free', 'staff', 'email-only', 'revoked']);
export type PersonState = z.infer<typeof PersonState>;

/** Roles of staff, for the list's filter. */
export const StaffRole = z.enum(['admin', 'editor']);
export type StaffRole = z.infer<typeof StaffRole>;

/** Roles that an administrator can give a person. `member`: neither of the others. */
export const NewRole = z.enum(['admin', 'editor', 'member']);
export type NewRole = z.infer<typeof NewRole>;

/** `seen`: last seen first, persons without a session at the end. `since`: newest first. `name`: A to Z. */
export const PersonOrder = z.enum(['seen', 'since', 'name']);
export type PersonOrder = z.infer<typeof PersonOrder>;

/** A person in the list. Instants are ISO 8601 in UTC. */
export const Person = z.object({
  kind: PersonKind,
  id: z.number(),
  /** Null: a person without an account. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the account has verified the address. Sign-ups verify none. */
  emailProven: z.boolean(),
  /** Null: a person without an account. */
  role: Role.nullable(),
  state: PersonState,
  since: z.string(),
  /** Last use of the latest session; null when none is stored. */
  lastSeenAt: z.string().nullable(),
  /** End of the paid time; null: the person does not pay. */
  paidUntil: z.string().nullable(),
  /**
   * Latest end of the person's grants, including those that wait for an account; null: none. See
   * `grantedForever`.
   */
  grantedUntil: z.string().nullable(),
  /** Whether a grant has no end. */
  grantedForever: z.boolean(),
});
export type Person = z.infer<typeof Person>;

/** Numbers of persons, by state and in total. */
export const PeopleCounts = z.object({
  all: z.number(),
  paying: z.number(),
  granted: z.number(),
  free: z.number(),
  staff: z.number(),
  'email-only': z.number(),
  revoked: z.number(),
});
export type PeopleCounts = z.infer<typeof PeopleCounts>;

/** `sent`: to the mail server or the outbox. `given-up`: it is not retried. */
const MailOutcome = z.enum(['sent', 'waiting', 'retrying', 'given-up']);

export const PersonMail = z.object({
  id: z.number(),
  subject: z.string(),
  queuedAt: z.string(),
  outcome: MailOutcome,
  /** Time of sending, or of the next attempt. */
  outcomeAt: z.string().nullable(),
  /** The mail server's last error response. */
  error: z.string().nullable(),
});
export type PersonMail = z.infer<typeof PersonMail>;

export const PersonPayment = z.object({
  id: z.number(),
  /** `completed`, `refunded` or `reversed`. */
  status: z.string(),
  cents: z.number().nullable(),
  currency: z.string().nullable(),
  refundedCents: z.number(),
  paidAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
});
export type PersonPayment = z.infer<typeof PersonPayment>;

const PersonSession = z.object({
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** For example 'Firefox on Windows'. */
  device: z.string(),
});

/** A person's page. Lists are sorted newest first. */
export const PersonDetails = Person.extend({
  /** Time at which an administrator disabled the account. */
  disabledAt: z.string().nullable(),
  /** Whether the address's access was revoked, which locks every account with it but administrators'. */
  addressRevoked: z.boolean(),
  sessions: z.array(PersonSession),
  signup: EmailSignup.nullable(),
  /** Another person with the same address, which no account has verified. */
  sameAddress: z.object({ kind: PersonKind, id: z.number() }).nullable(),
  /** Granted access. */
  grants: z.array(AccessGrant),
  mails: z.array(PersonMail),
  subscriptions: z.array(
    Subscription.extend({ id: z.number(), createdAt: z.string(), payments: z.array(PersonPayment) }),
  ),
  /** Changes by administrators. */
  changes: z.array(AuditEntry),
  /** Security events of the account. */
  events: z.array(SecurityEvent),
});
export type PersonDetails = z.infer<typeof PersonDetails>;
