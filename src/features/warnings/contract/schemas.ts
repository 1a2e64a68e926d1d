import { z } from 'zod';

/**
 * `money`: an event about money that belongs to no known subscription. `dispute`: an open one, to be answered
 * at the provider. `refund`: the provider refused it, or does not answer. `admin-refund`: the
 * same of one that an administrator gave. `mail`: the mail server refused it.
 */
export const WarningKind = z.enum(['money', 'dispute', 'refund', 'admin-refund', 'mail']);
export type WarningKind = z.infer<typeof WarningKind>;

export const Warning = z.object({
  kind: WarningKind,
  id: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The event's type, the payment's id, or the mail's subject and recipient. */
  about: z.string(),
  /** `$20.00 USD`; null where it is not known. */
  amount: z.string().nullable(),
  /** The provider's ids, or the mail server's answer. */
  details: z.string(),
  /** The subscription that it is about; null where none is known. */
  subscriptionId: z.number().nullable(),
});
export type Warning = z.infer<typeof Warning>;
