import type { FastifyInstance } from 'fastify';
import { recordExport } from '#features/audit-log/server/security-events/record-export.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { writeCsvPages } from '#platform/csv/csv-pages.ts';
import type { Db } from '#platform/database/open.ts';
import { PAGE_ROWS } from '#platform/database/replica/read-pages.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/payments-endpoints.ts';
import type { PaymentEntry } from '../../contract/payments-schemas.ts';
import { priceWords } from '../../shared/price-words.ts';
import { listPaymentEntries } from './list-payments.ts';
import { periodOf } from './period.ts';
import { sumPayments } from './sum-payments.ts';

const FILE = 'payments.csv';
const HEADING = [
  'date',
  'kind',
  'amount',
  'currency',
  'state',
  'test',
  'email',
  'plan',
  'provider',
  'subscription',
  'payment',
  'number',
  'instant',
];

/** Serves all payments, refunds and reversals, for the accounts. */
export function paymentsRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listPayments, async ({ query: { limit, cursor, ...days }, reply }) => {
    const page = { period: periodOf(days), order: 'newest' as const, limit, cursor };
    const { entries, next } = await listPaymentEntries(db, page);
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    return entries;
  });

  serve(app, contract.exportPayments, async ({ query, request, reply }) => {
    const period = periodOf(query);
    await recordExport(db, request, FILE);
    reply.header('content-disposition', `attachment; filename="${FILE}"`);
    return writeCsvPages(HEADING, async (cursor?: string) => {
      const page = { period, order: 'oldest' as const, limit: PAGE_ROWS, cursor };
      const { entries, next } = await listPaymentEntries(db, page);
      return { rows: entries.map(toCells), next };
    });
  });

  serve(app, contract.sumPayments, ({ query }) => sumPayments(db, periodOf(query)));
}

const toCells = (entry: PaymentEntry): Cell[] => [
  entry.at.slice(0, 10),
  entry.kind,
  { cents: entry.cents },
  entry.currency,
  entry.state,
  entry.isTest ? 'test' : '',
  entry.email,
  priceWords(entry.price),
  entry.provider,
  entry.subscription,
  entry.payment,
  entry.number,
  entry.at,
];
