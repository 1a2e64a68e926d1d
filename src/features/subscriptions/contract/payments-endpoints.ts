import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PartSize } from '#platform/http/contract/fields.ts';
import * as calls from './payments-calls.ts';
import { MonthSums, PaymentEntry } from './payments-schemas.ts';

/** Days in UTC, such as `2026-11-01`, both included. Without them, everything. */
const period = {
  from: z.iso.date('Choose the first day').optional(),
  to: z.iso.date('Choose the last day').optional(),
};

export const listPayments = endpoint(calls.listPayments, {
  summary:
    'Payments, refunds and reversals of a period, the newest first. Where there are more, the ' +
    '`X-Next-Cursor` header carries the `cursor` of the next part',
  mayBeOld: true,
  query: z.object({
    ...period,
    limit: PartSize(200).default(50),
    cursor: z
      .string()
      .regex(/^[01]\.\d{1,15}\.\d{1,15}$/, 'This cursor is not valid')
      .optional(),
  }),
  answers: { 200: z.array(PaymentEntry) },
});

export const exportPayments = endpoint(calls.exportPayments, {
  summary: 'The same entries as a table for spreadsheets, the oldest first',
  mayBeOld: true,
  query: z.object(period),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const sumPayments = endpoint(calls.sumPayments, {
  summary: 'Sums of the same entries by month and currency, the latest month first',
  mayBeOld: true,
  query: z.object(period),
  answers: { 200: z.array(MonthSums) },
});
