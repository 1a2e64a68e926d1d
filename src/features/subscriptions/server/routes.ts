import type { FastifyInstance, FastifyRequest } from 'fastify';
import { grantedUntil, NO_END } from '#features/grants/server/granted-until.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { HttpError, notFound, notSignedIn } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { instantOrNull } from '#platform/text/instants.ts';
import { PLAN } from '../contract/calls.ts';
import * as contract from '../contract/endpoints.ts';
import { activate } from './checkout/activate.ts';
import { startCheckout } from './checkout/checkout.ts';
import { CheckoutCookie } from './checkout/checkout-cookie.ts';
import type { PaymentSetup } from './checkout/payment-setup.ts';
import { manageRoutes } from './manage/manage-routes.ts';
import { currentSubscription, toSubscription } from './own-subscription.ts';
import { paymentFrameRoutes } from './payment-frame/frame-routes.ts';
import { paymentsRoutes } from './payments/payments-routes.ts';
import { withPlainErrors } from './plain-errors.ts';
import { offeredPlans } from './prices/offered-plans.ts';
import { hasAccess, type Payer, type SubscriptionRow, subscriptionsOf } from './queries.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import { setIntendedState } from './state/set-intended-state.ts';
import { nextCheckOf } from './terms.ts';
import { webhookRoutes } from './webhook-routes.ts';

interface SubscriptionsSetup extends PaymentSetup {
  db: Db;
  secure: boolean;
  publicUrl: () => string;
  wakeMailSender: () => void;
}

const NO_PAYMENTS = 'Subscriptions are not available yet.';
const ENDED_UNPAID =
  'This checkout ended without a payment. You were not charged, and you can subscribe again.';
const NONE = 'You do not have a subscription.';

/** Serves the subscription endpoints. */
export async function subscriptionsRoutes(app: FastifyInstance, setup: SubscriptionsSetup): Promise<void> {
  const { db, provider, publicUrl } = setup;
  const cookie = new CheckoutCookie(setup.secure);

  /** Returns null for a visitor without a checkout. */
  const payerOf = (reader: Reader, request: FastifyRequest): Payer | null => {
    if (reader.userId !== null) return { userId: reader.userId };
    const browserHash = cookie.read(request);
    return browserHash === null ? null : { browserHash };
  };
  const rowsOf = async (reader: Reader, request: FastifyRequest): Promise<SubscriptionRow[]> => {
    const payer = payerOf(reader, request);
    return payer === null ? [] : subscriptionsOf(db, payer);
  };
  const open = () => {
    if (!provider) throw new HttpError('payments-off', NO_PAYMENTS);
    return { db, provider, publicUrl };
  };

  if (setup.payments.provider === 'paypal') paymentFrameRoutes(app, setup.payments, setup.secure);

  serve(app, contract.getSubscription, async ({ reader, request }) => {
    const now = Date.now();
    const row = currentSubscription(await rowsOf(reader, request), now);
    const granted = await grantedUntil(db, reader.userId);
    return {
      payments: setup.payments,
      plans: await offeredPlans(db),
      subscription: row ? toSubscription(row, now) : null,
      waitsForAccount: row !== undefined && row.user_id === null && hasAccess(row, now),
      grantedUntil: instantOrNull(granted === NO_END ? null : granted),
      grantedForever: granted === NO_END,
    };
  });

  serve(app, contract.startCheckout, async ({ body, reader, request, reply }) => {
    const payer = payerOf(reader, request) ?? { browserHash: cookie.readOrSet(request, reply) };
    const emailKey = 'userId' in payer || body.email === undefined ? null : caseless(body.email);
    const terms = { cents: body.cents, currency: PLAN.currency, interval: body.interval };
    return withPlainErrors(() => startCheckout(open(), { payer, emailKey, terms }));
  });

  serve(app, contract.activate, async ({ body, reader, request }) => {
    const row = await activate(open(), body.subscriptionId, {
      userId: reader.userId,
      browserHash: cookie.read(request),
    });
    setup.wakeMailSender();
    return answerOf(row);
  });

  type Context = { reader: Reader; request: FastifyRequest };
  const change =
    (intended: 'pause' | 'renew') =>
    async ({ reader, request }: Context) => {
      const row = currentSubscription(await rowsOf(reader, request), Date.now());
      // Most likely the session has ended, while the subscription goes on.
      if (!row) throw reader.userId === null ? notSignedIn() : notFound(NONE);
      const changed = await setIntendedState(open(), row, intended);
      setup.wakeMailSender();
      return toSubscription(changed, Date.now());
    };
  serve(app, contract.cancelSubscription, change('pause'));
  serve(app, contract.resumeSubscription, change('renew'));

  manageRoutes(app, setup);
  paymentsRoutes(app, setup.db);
  if (provider instanceof SandboxProvider)
    serve(app, contract.approveTestPayment, async ({ params }) => {
      if (!(await provider.approve(params.id))) throw notFound();
    });
  if (provider && setup.readWebhookEvent)
    await webhookRoutes(app, { db, provider, publicUrl }, setup.readWebhookEvent, setup.wakeMailSender);
}

/**
 * 200: premium content is open. 202: the provider has not confirmed yet. 409: the payment gives no access.
 */
function answerOf(row: SubscriptionRow) {
  const now = Date.now();
  if (row.status === 'abandoned' && nextCheckOf(row) === null)
    throw new HttpError('payment-void', ENDED_UNPAID);
  if (row.status === 'created' || row.status === 'pending' || row.status === 'abandoned')
    return new Answer(202, { ...toSubscription(row, now), status: 'pending' as const });
  if (hasAccess(row, now)) return new Answer(200, toSubscription(row, now));
  throw new HttpError(
    'payment-void',
    'This payment does not match our plan. Please contact us and we will look into it.',
  );
}
