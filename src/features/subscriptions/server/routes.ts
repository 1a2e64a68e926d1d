import type { FastifyInstance, FastifyRequest } from 'fastify';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { callerOf } from '#platform/http/caller.ts';
import { Answer } from '#platform/http/endpoint.ts';
import { conflict, HttpError, notFound } from '#platform/http/errors.ts';
import { type Limit, spend } from '#platform/http/limits.ts';
import type { Reader } from '#platform/http/reader.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { activate } from './activate.ts';
import { startCheckout } from './checkout.ts';
import { CheckoutCookie } from './checkout-cookie.ts';
import { currentOf, toSubscription } from './own-subscription.ts';
import type { PaymentSetup } from './payment-setup.ts';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';
import { browserHasPaid, type Payer, type SubscriptionRow, subscriptionsOf } from './queries.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import { turnWish } from './turn-wish.ts';
import { webhookRoutes } from './webhook-routes.ts';

export interface SubscriptionsSetup extends PaymentSetup {
  db: Db;
  secure: boolean;
  publicUrl: () => string;
  wakePostman: () => void;
}

const MINUTE = 60_000;
/** Each begins something at the payment provider. */
const CHECKOUTS: Limit = { name: 'checkout', max: 30, window: 60 * MINUTE };
/** Each asks the provider something. Who waits for a confirmation asks more and more seldom. */
const QUESTIONS: Limit = { name: 'subscription', max: 120, window: 60 * MINUTE };
const TOO_MANY = 'That was asked for many times in a short while. Please try again later.';
const NO_PAYMENTS = 'Subscriptions are not open here yet.';
const AWAY = 'The payment provider does not answer at the moment. Please try again soon.';
const NONE = 'There is no subscription of yours.';

/** Everything about paying, and the reader behind a browser that has paid without an account. */
export async function subscriptionsRoutes(app: FastifyInstance, setup: SubscriptionsSetup): Promise<void> {
  const { db, provider, publicUrl } = setup;
  const cookie = new CheckoutCookie(setup.secure);

  // After the session was read (accounts): who paid and has no account yet reads as a subscriber.
  app.addHook('onRequest', async (request) => {
    if (request.reader.userId !== null) return;
    const browserHash = cookie.read(request);
    if (browserHash !== null && (await browserHasPaid(db, browserHash, Date.now())))
      request.reader = { tier: 'subscriber', userId: null, sessionHash: null };
  });

  /** Null: a visitor whose browser never began to pay. */
  const payerOf = (reader: Reader, request: FastifyRequest): Payer | null => {
    if (reader.userId !== null) return { userId: reader.userId };
    const browserHash = cookie.read(request);
    return browserHash === null ? null : { browserHash };
  };
  const rowsOf = async (reader: Reader, request: FastifyRequest): Promise<SubscriptionRow[]> => {
    const payer = payerOf(reader, request);
    return payer === null ? [] : subscriptionsOf(db, payer);
  };
  const count = (limit: Limit, { userId }: Reader, request: FastifyRequest) =>
    spend(db, limit, userId === null ? callerOf(request) : `user:${userId}`, TOO_MANY);
  const open = () => {
    if (!provider) throw new HttpError(503, NO_PAYMENTS);
    return { db, provider, publicUrl };
  };

  serve(app, contract.getSubscription, async ({ reader, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const now = Date.now();
    const row = currentOf(await rowsOf(reader, request), now);
    return {
      payments: setup.payments,
      subscription: row ? toSubscription(row, now) : null,
      waitsForAccount: row !== undefined && row.user_id === null && (row.access_until ?? 0) > now,
    };
  });

  serve(app, contract.startCheckout, async ({ body, reader, request, reply }) => {
    const payer = payerOf(reader, request) ?? { browserHash: cookie.readOrSet(request, reply) };
    await count(CHECKOUTS, reader, request);
    const emailKey = 'userId' in payer || body.email === undefined ? null : caseless(body.email);
    return explaining(() => startCheckout(open(), payer, emailKey));
  });

  serve(app, contract.activate, async ({ body, reader, request }) => {
    await count(QUESTIONS, reader, request);
    const row = await activate(open(), body.subscriptionId, {
      userId: reader.userId,
      browserHash: cookie.read(request),
    });
    setup.wakePostman();
    return answerOf(row);
  });

  type Asked = { reader: Reader; request: FastifyRequest };
  const turn = (to: 'pause' | 'renew') => async (asked: Asked) => {
    await count(QUESTIONS, asked.reader, asked.request);
    const row = currentOf(await rowsOf(asked.reader, asked.request), Date.now());
    if (!row) throw notFound(NONE);
    const turned = await turnWish(open(), row, to);
    setup.wakePostman();
    return toSubscription(turned, Date.now());
  };
  serve(app, contract.cancelSubscription, turn('pause'));
  serve(app, contract.resumeSubscription, turn('renew'));

  if (provider instanceof SandboxProvider)
    serve(app, contract.approveTestPayment, async ({ params }) => {
      if (!(await provider.approve(params.id))) throw notFound();
    });
  if (provider && setup.readNotice)
    await webhookRoutes(app, { db, provider, publicUrl }, setup.readNotice, setup.wakePostman);
}

/** 200 when premium content is open, 202 while the provider has not confirmed, 409 when it will not be. */
function answerOf(row: SubscriptionRow) {
  const now = Date.now();
  if (row.status === 'created' || row.status === 'pending' || row.status === 'abandoned')
    return new Answer(202, { ...toSubscription(row, now), status: 'pending' as const });
  if ((row.access_until ?? 0) > now) return new Answer(200, toSubscription(row, now));
  throw conflict('This payment does not open anything. Please write to us, and it will be looked into.');
}

/** The provider's troubles, in words for the person who pays. */
async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new HttpError(503, AWAY, { retryAfter: 10 });
    if (error instanceof ProviderRefused)
      throw new HttpError(502, 'The payment provider does not accept this. Please write to us.');
    throw error;
  }
}
