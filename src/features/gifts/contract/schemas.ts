import { z } from 'zod';

/** A person who has redeemed a code. */
const Redemption = z.object({
  /** The account's id; null for a deleted account. */
  userId: z.number().nullable(),
  name: z.string().nullable(),
  at: z.string(),
});

/** A gift code. Instants are ISO 8601 in UTC. */
export const GiftCode = z.object({
  id: z.number(),
  /** The code as written for people: `SPRING-K7QM-4WXP`. */
  code: z.string(),
  months: z.number(),
  uses: z.number(),
  used: z.number(),
  endsAt: z.string(),
  /** Number of invitations sent. */
  invited: z.number(),
  createdAt: z.string(),
  /** Name of the account that made the code; null for a deleted account. */
  createdBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  /** The latest redemptions, newest first. */
  redemptions: z.array(Redemption),
});
export type GiftCode = z.infer<typeof GiftCode>;

/** Access that a redeemed code gives. */
export const RedeemedGift = z.object({
  months: z.number(),
  /** End of the gift's access. */
  until: z.string(),
  /** Whether the months were added to the end of earlier granted access. */
  isAdded: z.boolean(),
});
