import { z } from 'zod';
import { SecurityEvent } from '#features/audit-log/contract/schemas.ts';
import { Comfort } from '#features/comfort/contract/schemas.ts';
import { AccessGrant } from '#features/grants/contract/schemas.ts';
import { PasskeyEntry } from './passkey-schemas.ts';
import { Role, SessionEntry } from './schemas.ts';

const Instant = z.iso.datetime();

/** All stored data about a person, for their download. */
export const OwnData = z.object({
  account: z.object({
    id: z.number(),
    username: z.string(),
    email: z.string().nullable(),
    emailVerifiedAt: Instant.nullable(),
    role: Role,
    createdAt: Instant,
    hasPassword: z.boolean(),
    /** Time since which an administrator gets no weekly summary; null for everybody else. */
    summaryStoppedAt: Instant.nullable(),
  }),
  sessions: z.array(SessionEntry.omit({ id: true })),
  passkeys: z.array(PasskeyEntry.omit({ id: true })),
  /** Codes from an app, and recovery codes, of administrators and editors. */
  secondFactor: z.object({ codes: z.boolean(), recoveryCodesLeft: z.number() }),
  /** Security events of the account, the newest first. */
  securityEvents: z.array(SecurityEvent.omit({ id: true })),
  favorites: z.array(z.object({ itemType: z.string(), itemId: z.number(), createdAt: Instant })),
  /** Theme, text size, motion and captions; null before any choice. */
  comfort: Comfort.nullable(),
  /** Progress in droplets. Positions in ms. */
  progress: z.array(
    z.object({
      dropletId: z.number(),
      position: z.number(),
      furthest: z.number(),
      seenAt: Instant.nullable(),
      at: Instant,
    }),
  ),
  /** Droplets marked "Again some day"; `step` is the next return, from 0. */
  again: z.array(z.object({ dropletId: z.number(), step: z.number().nullable(), at: Instant })),
  /** Day and lessons of the last welcome. */
  welcome: z.object({ day: z.string(), dropletIds: z.array(z.number()) }).nullable(),
  /** The weekly letter; null without one. Days: 1 is Monday. */
  letter: z
    .object({
      day: z.number(),
      hour: z.number(),
      timeZone: z.string(),
      frequency: z.string(),
      pausedUntil: Instant.nullable(),
      nextAt: Instant.nullable(),
      createdAt: Instant,
      sent: z.array(z.object({ dropletId: z.number(), at: Instant })),
    })
    .nullable(),
  /** The visitor's entry with the same address. Only if the account has proven that address. */
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
  /** Granted access, the newest first. */
  grants: z.array(
    AccessGrant.pick({ startsAt: true, endsAt: true, reason: true, source: true, withdrawnAt: true }),
  ),
  subscriptions: z.array(
    z.object({
      provider: z.string(),
      providerId: z.string().nullable(),
      status: z.string(),
      price: z.object({ cents: z.number(), currency: z.string(), interval: z.enum(['month', 'year']) }),
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
