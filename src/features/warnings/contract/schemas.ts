import { z } from 'zod';

/**
 * `money`: an event about money that belongs to no known subscription. `dispute`: an open dispute, to be
 * answered at the provider. `refund`: a refund that the provider refuses or does not answer. `admin-refund`:
 * such a refund that an administrator gave. `mail`: a mail that the mail server refused.
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
