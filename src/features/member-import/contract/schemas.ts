import { z } from 'zod';

/**
 * `checked`: the file is stored and nothing is imported. `running`: members are added in the background.
 * `done`: all are in.
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
  /** Members of the file that can be imported, once each. */
  members: z.number(),
  /** Of these, members whose address was not known when the file was checked. */
  fresh: z.number(),
  /** Of these, members with a paid or complimentary plan. */
  withPlan: z.number(),
  /** Lines that cannot be imported. */
  refused: z.number(),
  /** The first of the refused lines. */
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
  /** End of the access that members with a plan get; null: they get none. */
  accessUntil: z.string().nullable(),
  /** Each new member gets an invitation by mail. */
  isInviting: z.boolean(),
  /** Invitations that leave in an hour by the present setting, of all imports together. */
  invitationsPerHour: z.number(),
  /** They leave at night, too: the site has no time zone. */
  isSentAtNight: z.boolean(),
  /** Progress so far: members handled, sign-ups added, grants given. */
  handled: z.number(),
  added: z.number(),
  granted: z.number(),
  invited: z.number(),
  finishedAt: z.string().nullable(),
});
export type MemberImport = z.infer<typeof MemberImport>;
