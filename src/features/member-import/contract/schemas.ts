import { z } from 'zod';

/**
 * `checked`: the file is stored, but nothing is imported. `running`: members are added in the background.
 * `done`: all members are added.
 */
const ImportState = z.enum(['checked', 'running', 'done']);

/** A file of members, from its check to the end of its import. Instants are ISO 8601 in UTC. */
export const MemberImport = z.object({
  id: z.number(),
  fileName: z.string(),
  state: ImportState,
  createdAt: z.string(),
  /** The administrator's name; null for a deleted account. */
  by: z.string().nullable(),
  /** Members of the file that can be imported, without duplicates. */
  members: z.number(),
  /** Members among these whose address was unknown at the time of the check. */
  fresh: z.number(),
  /** Members among these with a paid or complimentary plan. */
  withPlan: z.number(),
  /** Lines that cannot be imported. */
  refused: z.number(),
  /** The first refused lines. */
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
  /** End of access for members with a plan; null: no access. */
  accessUntil: z.string().nullable(),
  /** Each new member gets an invitation by mail. */
  isInviting: z.boolean(),
  /** Invitations sent per hour by the current setting, for all imports together. */
  invitationsPerHour: z.number(),
  /** Invitations are sent at night too, because the site has no time zone. */
  isSentAtNight: z.boolean(),
  /** Progress so far: members handled, sign-ups added, grants given. */
  handled: z.number(),
  added: z.number(),
  granted: z.number(),
  invited: z.number(),
  finishedAt: z.string().nullable(),
});
export type MemberImport = z.infer<typeof MemberImport>;
