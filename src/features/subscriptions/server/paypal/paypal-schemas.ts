import { z } from 'zod';
import { parseJson } from '#platform/http/contract/parse-json.ts';
import { Entries } from './read-entries.ts';

/* Schemas of the fields that we read in PayPal's responses. Unlisted fields are ignored. */

/** Parses a body; undefined when it is no JSON. A field that is null counts as missing. */
export const parseBody = (text: string): unknown => parseJson(text, (_key, value) => value ?? undefined);

/** `"20.00"`, `"20.0"` or `"-20"` to cents, by digits: floating point would round. */
export const Cents = z
  .string()
  .regex(/^-?(\d+(\.\d{0,2}0*)?|\.\d{1,2}0*)$/)
  .transform((value) => {
    const [whole = '', fraction = ''] = value.replace('-', '').split('.');
    const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0'));
    return value.startsWith('-') ? -cents : cents;
  })
  .refine(Number.isSafeInteger);

/** RFC 3339 to epoch milliseconds. */
export const Instant = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value));

export const Money = z.object({ value: Cents, currency_code: z.string() });

export const WithId = z.object({ id: z.string() });

export const CreatedSubscription = z.object({
  id: z.string().min(1),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

/** The latest failed attempt. An unreadable one counts as none, because other signals remain. */
const FailedPayment = z.object({ time: Instant }).optional().catch(undefined);

export const LastFailedPayment = z.object({
  billing_info: z.object({ last_failed_payment: FailedPayment }).optional(),
});

export const PayPalSubscription = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  status_update_time: Instant.optional().catch(undefined),
  plan_id: z.string().optional(),
  quantity: z.string().optional(),
  plan_overridden: z.boolean().optional(),
  custom_id: z.string().optional(),
  subscriber: z.object({ email_address: z.string().optional() }).optional().catch(undefined),
  billing_info: z
    .object({
      last_payment: z.object({ amount: Money, time: Instant }).optional(),
      last_failed_payment: FailedPayment,
      next_billing_time: Instant.optional(),
      failed_payments_count: z.number().optional(),
    })
    .optional(),
});
export type PayPalSubscription = z.infer<typeof PayPalSubscription>;

export const Transactions = z.object({ transactions: Entries });

export const Transaction = z.object({
  id: z.string().min(1),
  status: z.string(),
  time: Instant,
  amount_with_breakdown: z.object({ gross_amount: Money }),
});

/** A refund, of version 1 (`state`) or 2 (`status`). */
export const Refund = z.object({
  id: z.string().min(1),
  state: z.string().optional(),
  status: z.string().optional(),
});

/** A refund of version 1, and the sale that it names. */
export const RefundDetails = z.object({
  sale_id: z.string().optional(),
  capture_id: z.string().optional(),
});
export const SaleDetails = z.object({ billing_agreement_id: z.string().optional() });

/** A response body that nobody reads. */
export const Ignored = z.unknown();

/** Cents as PayPal's decimal: 2000 is `20.00`. */
export const toDecimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
