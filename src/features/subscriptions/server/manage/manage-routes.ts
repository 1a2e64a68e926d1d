import type { FastifyInstance } from 'fastify';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { authorOf, recordExport } from '#features/audit-log/server/security-events/record-export.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { writeCsvPages } from '#platform/csv/csv-pages.ts';
import type { Db } from '#platform/database/open.ts';
import { PAGE_ROWS } from '#platform/database/replica/read-pages.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/admin-endpoints.ts';
import type { ManagedSubscription } from '../../contract/admin-schemas.ts';
import { withPlainErrors } from '../plain-errors.ts';
import { changePrices, presentPrices } from '../prices/change-prices.ts';
import type { PaymentProvider } from '../provider.ts';
import { actionRoutes } from './action-routes.ts';
import { listManaged } from './list-subscriptions.ts';
import { managedDetails } from './subscription-page.ts';
import { readTotals } from './totals.ts';

const FILE = 'subscriptions.csv';
const HEADING = [
  'name',
  'email',
  'state',
  'price',
  'currency',
  'interval',
  'startedAt',
  'nextPaymentAt',
  'paidUntil',
  'accessUntil',
  'lastPayment',
  'lastPaymentAt',
  'provider',
  'number',
];

export interface ManageSetup {
  db: Db;
  provider: PaymentProvider | undefined;
  publicUrl: () => string;
  wakeMailSender: () => void;
}

/** Serves the administrator's list of subscriptions and the actions on one of them. */
export function manageRoutes(app: FastifyInstance, setup: ManageSetup): void {
  const { db, provider } = setup;

  serve(app, contract.listSubscriptions, async ({ query, reply }) => {
    const { subscriptions, next } = await listManaged(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    return subscriptions;
  });

  serve(app, contract.exportSubscriptions, async ({ query, request, reply }) => {
    await recordExport(db, request, FILE);
    reply.header('content-disposition', `attachment; filename="${FILE}"`);
    return writeCsvPages(HEADING, async (cursor?: string) => {
      // In other orders, a payment during the export would move its subscription.
      const page = { ...query, order: 'newest' as const, cursor, limit: PAGE_ROWS };
      const { subscriptions, next } = await listManaged(db, page);
      return { rows: subscriptions.map(toCells), next };
    });
  });

  serve(app, contract.subscriptionTotals, () => readTotals(db));

  serve(app, contract.getPrices, () => presentPrices(db));

  serve(app, contract.changePrices, async ({ body, request }) => {
    const prices = await withPlainErrors(() => changePrices(db, provider, authorOf(request), body));
    logSecurityEvent(request, 'settings-changed', request.reader.userId ?? undefined);
    return prices;
  });

  serve(app, contract.getManagedSubscription, ({ params }) => managedDetails(db, params.id));

  actionRoutes(app, setup);
}

const toCells = ({ price, lastPayment, ...row }: ManagedSubscription): Cell[] => [
  row.name,
  row.email,
  row.state,
  (price.cents / 100).toFixed(2),
  price.currency,
  price.interval,
  row.startedAt,
  row.nextPaymentAt,
  row.paidUntil,
  row.accessUntil,
  lastPayment && (lastPayment.cents / 100).toFixed(2),
  lastPayment?.at ?? null,
  row.provider,
  row.number,
];
