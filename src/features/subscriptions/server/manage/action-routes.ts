import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/admin-endpoints.ts';
import { withPlainErrors } from '../plain-errors.ts';
import type { SubscriptionRow } from '../queries.ts';
import { giveDueRefund } from '../refunds/refunder.ts';
import { type ReconcileSetup, reconcile, reconcileIfAvailable } from '../state/reconcile.ts';
import { providerOf } from '../terms.ts';
import { endNow, setEnd } from './end-subscription.ts';
import { giveAdminRefund } from './give-refunds.ts';
import type { ManageSetup } from './manage-routes.ts';
import { orderRefund } from './order-refund.ts';
import { recordAction } from './record-action.ts';
import { retryRefund } from './retry-refund.ts';
import { findManaged, managedDetails } from './subscription-page.ts';
import { recount } from './totals.ts';

const OTHER_PROVIDER =
  'This subscription was made with a payment provider that is not set up now. Look it up there.';

/** Serves the actions of an administrator on one subscription. Each queries the provider. */
export function actionRoutes(app: FastifyInstance, setup: ManageSetup): void {
  const { db, provider, publicUrl } = setup;

  /** Does an action on a subscription with its provider, then responds with its page. */
  async function act(
    request: FastifyRequest,
    id: number,
    work: (setup: ReconcileSetup, row: SubscriptionRow) => Promise<void>,
  ) {
    const row = await findManaged(db, id);
    if (!provider || providerOf(row.provider) !== provider.name)
      throw new HttpError('payments-off', OTHER_PROVIDER);
    await withPlainErrors(() => work({ db, provider, publicUrl }, row));
    setup.wakeMailSender();
    // Starts the count for the sums of the next page, without waiting for it.
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
      await reconcileAfterRefund(its, row);
    });
    const { status } = await db
      .selectFrom('admin_refunds')
      .select('status')
      .where('request_id', '=', body.key)
      .executeTakeFirstOrThrow();
    return { status: status as 'due', subscription };
  });

  serve(app, contract.retryRefund, async ({ params, body, request }) => {
    const subscription = await act(request, params.id, async (its, row) => {
      await retryRefund(db, authorOf(request), row, body);
      if (body.kind === 'refund') await giveDueRefund(its, body.refund, request.log);
      else await giveAdminRefund(its, body.refund, request.log);
      await reconcileAfterRefund(its, row);
    });
    const { status } = await db
      .selectFrom(body.kind === 'refund' ? 'refunds' : 'admin_refunds')
      .select('status')
      .where('id', '=', body.refund)
      .executeTakeFirstOrThrow();
    return { status: status as 'due', subscription };
  });
}

/**
 * Reconciles after a refund, because a full refund ends the subscription: before the response, the provider
 * stops it too.
 */
async function reconcileAfterRefund(setup: ReconcileSetup, row: SubscriptionRow): Promise<void> {
  const { wish } = await reconcileIfAvailable(setup, row);
  if (wish === 'stop') await reconcileIfAvailable(setup, row);
}
