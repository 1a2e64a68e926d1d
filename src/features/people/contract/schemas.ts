import { z } from 'zod';
import { Role } from '#features/accounts/contract/schemas.ts';
import { AuditEntry, SecurityEvent } from '#features/audit-log/contract/schemas.ts';
import { AccessGrant } from '#features/grants/contract/schemas.ts';
import { EmailSignup } from '#features/signups/contract/schemas.ts';
import { Subscription } from '#features/subscriptions/contract/schemas.ts';

/**
 * The record by which a person is known. A sign-up is a person of its own until an account has proven its
 * address; then both are one person, the account.
 */
export const PersonKind = z.enum(['account', 'signup']);
export type PersonKind = z.infer<typeof PersonKind>;

/**
 * One for each person. `revoked`: they cannot enter, because an administrator revoked their address or
 * disabled their account. `email-only`: they have no account. `granted`: an account that was given access
 * and does not pay. `staff`: an administrator or editor who neither pays nor was given access. `free`: any
 * other account.
 */
export const PersonState = z.enum(['paying', 'granted', 'free', 'staff', 'email-only', 'revoked']);
export type PersonState = z.infer<typeof PersonState>;

/** Roles of staff, for the list's filter. */
export const StaffRole = z.enum(['admin', 'editor']);
export type StaffRole = z.infer<typeof StaffRole>;

/** Roles that an administrator can give a person. `member`: neither of the others. */
export const NewRole = z.enum(['admin', 'editor', 'member']);
export type NewRole = z.infer<typeof NewRole>;

/** `seen`: the latest first, then persons without a session. `since`: the newest first. `name`: A to Z. */
export const PersonOrder = z.enum(['seen', 'since', 'name']);
export type PersonOrder = z.infer<typeof PersonOrder>;

/** A person in the list. Instants are ISO 8601 in UTC. */
export const Person = z.object({
  kind: PersonKind,
  id: z.number(),
  /** Null: somebody without an account. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** The account has proven the address. Sign-ups prove none. */
  emailProven: z.boolean(),
  /** Null: somebody without an account. */
  role: Role.nullable(),
  state: PersonState,
  since: z.string(),
  /** Last use of the latest session; null when none is stored. */
  lastSeenAt: z.string().nullable(),
  /** End of the paid time; null: they do not pay. */
  paidUntil: z.string().nullable(),
  /** Last end of their grants, also of those that wait for an account; null: none. See `grantedForever`. */
  grantedUntil: z.string().nullable(),
  /** A grant without end. */
  grantedForever: z.boolean(),
});
export type Person = z.infer<typeof Person>;

/** Numbers of persons, by state and in all. */
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

/** `sent`: to the mail server or the outbox. `given-up`: it is not tried again. */
const MailOutcome = z.enum(['sent', 'waiting', 'retrying', 'given-up']);

export const PersonMail = z.object({
  id: z.number(),
  subject: z.string(),
  queuedAt: z.string(),
  outcome: MailOutcome,
  /** Time of sending, or of the next attempt. */
  outcomeAt: z.string().nullable(),
  /** The mail server's last refusal. */
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
  /** 'Firefox on Windows'. */
  device: z.string(),
});

/** A person's page. Lists have the newest first. */
export const PersonDetails = Person.extend({
  /** An administrator has disabled the account. */
  disabledAt: z.string().nullable(),
  /** The access of the address was revoked. It locks every account with the address but administrators'. */
  addressRevoked: z.boolean(),
  sessions: z.array(PersonSession),
  signup: EmailSignup.nullable(),
  /** Another person with the same address, which no account has proven. */
  sameAddress: z.object({ kind: PersonKind, id: z.number() }).nullable(),
  /** Access that they were given. */
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
