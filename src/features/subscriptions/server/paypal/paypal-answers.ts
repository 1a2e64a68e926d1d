import { z } from 'zod';

/* What PayPal says, as far as we listen: fields that we do not name may come and go. */

/** `"20.00"`, `"20.0"`, `"-20"` → cents, digit by digit: no fraction is ever rounded. */
export const Cents = z
  .string()
  .regex(/^-?(\d+(\.\d{0,2}0*)?|\.\d{1,2}0*)$/)
  .transform((value) => {
    const [whole = '', fraction = ''] = value.replace('-', '').split('.');
    const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0'));
    return value.startsWith('-') ? -cents : cents;
  })
  .refine(Number.isSafeInteger);

/** An instant of RFC 3339 → epoch milliseconds. */
export const Instant = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value));

const Money = z.object({ value: Cents, currency_code: z.string() });

export const CreatedSubscription = z.object({
  id: z.string().min(1),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

export const PayPalSubscription = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  plan_id: z.string().optional(),
  quantity: z.string().optional(),
  plan_overridden: z.boolean().optional(),
  custom_id: z.string().optional(),
  billing_info: z
    .object({
      last_payment: z.object({ amount: Money, time: Instant }).optional(),
      next_billing_time: Instant.optional(),
      failed_payments_count: z.number().optional(),
    })
    .optional(),
});
export type PayPalSubscription = z.infer<typeof PayPalSubscription>;

export const Transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        time: Instant,
        amount_with_breakdown: z.object({ gross_amount: Money }),
      }),
    )
    .optional(),
});

/** 204, or an answer that nobody reads. */
export const Nothing = z.unknown();
