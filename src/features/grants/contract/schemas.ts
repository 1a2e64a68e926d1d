import { z } from 'zod';

/** Origin of a grant: the owner gave it, a code was redeemed, or members were imported. */
export const GrantSource = z.enum(['owner', 'code', 'import']);
export type GrantSource = z.infer<typeof GrantSource>;

/** Access given to a person. Instants are ISO 8601 in UTC. */
export const AccessGrant = z.object({
  id: z.number(),
  startsAt: z.string(),
  /** Null: no end. */
  endsAt: z.string().nullable(),
  reason: z.string(),
  source: GrantSource,
  /** Name of the account that gave the grant; null: the program, or a deleted account. */
  grantedBy: z.string().nullable(),
  createdAt: z.string(),
  withdrawnAt: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
  /** Whether the grant waits for an account that verifies the address. */
  isWaiting: z.boolean(),
});
export type AccessGrant = z.infer<typeof AccessGrant>;
