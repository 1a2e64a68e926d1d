import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorOf, recordExport } from '#features/audit-log/server/security-events/record-export.ts';
import { type Cell, writeCsv } from '#platform/csv/csv.ts';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/admin-endpoints.ts';
import type { ManagedSubscription } from '../../contract/admin-schemas.ts';
import { withPlainErrors } from '../plain-errors.ts';
import type { PaymentProvider } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';
import { type ReconcileSetup, reconcile, reconcileIfAvailable } from '../state/reconcile.ts';
import { endNow, setEnd } from './end-subscription.ts';
import { giveAdminRefund } from './give-refunds.ts';
import { listManaged } from './list-subscriptions.ts';
import { orderRefund } from './order-refund.ts';
import { recordAction } from './record-action.ts';
import { findManaged, managedDetails } from './subscription-page.ts';
import { readTotals, recount } from './totals.ts';

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
const OTHER_PROVIDER =
  'This subscription was made with a payment provider that is not set up now. Look it up there.';

export interface ManageSetup {
  db: Db;
  provider: PaymentProvider | undefined;
  publicUrl: () => string;
  wakeMailSender: () => void;
}

/** Serves the administrator's list of subscriptions and what is done about one of them. */
export function manageRoutes(app: FastifyInstance, setup: ManageSetup): void {
  const { db, provider, publicUrl } = setup;

  serve(app, contract.listSubscriptions, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    const { subscriptions, next } = await listManaged(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    return subscriptions;
  });

  serve(app, contract.exportSubscriptions, async ({ query, request, reply }) => {
    await recordExport(db, request, FILE);
    const { subscriptions } = await listManaged(db, { ...query, limit: Number.POSITIVE_INFINITY });
    reply.header('content-disposition', `attachment; filename="${FILE}"`);
    return writeCsv(HEADING, subscriptions.map(toCells));
  });

  serve(app, contract.subscriptionTotals, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return readTotals(db);
  });

  serve(app, contract.getManagedSubscription, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return managedDetails(db, params.id);
  });

  /** Does something about a subscription with its provider, then answers with its page. */
  async function act(
    request: FastifyRequest,
    id: number,
    work: (setup: ReconcileSetup, row: SubscriptionRow) => Promise<void>,
  ) {
    const row = await findManaged(db, id);
    if (!provider || row.provider !== provider.name) throw new HttpError('payments-off', OTHER_PROVIDER);
    await withPlainErrors(() => work({ db, provider, publicUrl }, row));
    setup.wakeMailSender();
    // The page that is shown next has the new sums; nobody waits for them.
    recount(db).catch((error) => request.log.warn({ err: error }, 'subscriptions could not be counted'));
    return managedDetails(db, id);
  }

  serve(app, contract.checkSubscription, ({ params, request }) =>
    act(request, params.id, async (its, row) => {
      await reconcile(its, row.id);
      await recordAction(db, authorOf(request), row, { done: 'subscription-checked' });
    }),
  );

  serve(app, contract.endSubscription, ({ params, body, request }) =>
    act(request, params.id, (its, row) =>
      body.when === 'now'
        ? endNow(its, authorOf(request), row, body.lastChange)
        : setEnd(its, authorOf(request), row, 'pause', body.lastChange),
    ),
  );

  serve(app, contract.continueSubscription, ({ params, body, request }) =>
    act(request, params.id, (its, row) => setEnd(its, authorOf(request), row, 'renew', body.lastChange)),
  );

  serve(app, contract.refundPayment, async ({ params, body, request }) => {
    const subscription = await act(request, params.id, async (its, row) => {
      const { id } = await orderRefund(db, authorOf(request), row, body);
      await giveAdminRefund(its, id, request.log);
      const { wish } = await reconcileIfAvailable(its, row);
      // A full refund ends the subscription: it is stopped at the provider, too, before the answer.
      if (wish === 'stop') await reconcileIfAvailable(its, row);
    });
    const { status } = await db
      .selectFrom('admin_refunds')
      .select('status')
      .where('request_id', '=', body.key)
      .executeTakeFirstOrThrow();
    return { status: status as 'due', subscription };
  });
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
