import { z } from 'zod';

/**
 * `money`: an event about money without a known subscription. `dispute`: an open dispute, to be resolved at
 * the provider. `amount`: payments that are not the price of their plan. `refund`: a refund that the provider
 * refuses, or to which it does not respond. `admin-refund`: such a refund requested by an administrator.
 * `mail`: a mail that the mail server refused.
 */
export const WarningKind = z.enum(['money', 'dispute', 'amount', 'refund', 'admin-refund', 'mail']);
export type WarningKind = z.infer<typeof WarningKind>;

export const Warning = z.object({
  kind: WarningKind,
  id: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The event's type, the plan's or payment's id, or the mail's subject and recipient. */
  about: z.string(),
  /** For example `$20.00 USD`; null if unknown. */
  amount: z.string().nullable(),
  /** The provider's ids, or the mail server's response. */
  details: z.string(),
  /** The subscription concerned; null if unknown. */
  subscriptionId: z.number().nullable(),
});
export type Warning = z.infer<typeof Warning>;
