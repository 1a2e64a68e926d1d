import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { ProviderError, type ProviderEvent } from './provider.ts';
import { askSoon, findByProviderId, findByReference, type SubscriptionRow } from './queries.ts';
import { recordNotice } from './record-payment.ts';
import { type RefreshSetup, refresh } from './refresh.ts';

/** Proves a notice by its signature over the bytes that came, and reads it; null: it is not the provider's. */
export type ReadNotice = (headers: IncomingHttpHeaders, body: Buffer) => Promise<ProviderEvent | null>;

/** The provider waits for an answer; what takes longer than this many ms is finished after it. */
const ANSWER_WITHIN = 4_000;

/**
 * The provider's notices. Each is written down once, whatever it says and however often it comes; then the provider is
 * asked for the truth, so that their order does not matter.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  setup: RefreshSetup,
  readNotice: ReadNotice,
  mailsQueued: () => void,
): Promise<void> {
  // In a scope of its own: the signature is over the bytes as they came.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve(scope, contract.paypalWebhook, async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await readNotice(request.headers, body).catch((error) => {
        // Whether it is genuine cannot be told now: the provider sends it again.
        throw error instanceof ProviderError
          ? new HttpError(503, 'Please send this again.', { retryAfter: 60 })
          : error;
      });
      if (!event) throw new HttpError(400, 'This notice does not come from the payment provider.');
      const row = await writeDown(setup.db, setup.provider.name, event);
      if (row) {
        const settled = refresh(setup, row.id).then(mailsQueued, (error) =>
          // It is due, and will be asked about again.
          request.log.warn({ err: error, subscription: row.id }, 'a notice was not followed up yet'),
        );
        await Promise.race([settled, pause(ANSWER_WITHIN)]);
      }
      return { received: true as const };
    });
  });
}

/** Answers the subscription that a notice is about; undefined when it is none of ours. */
async function writeDown(
  db: Db,
  provider: string,
  event: ProviderEvent,
): Promise<SubscriptionRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const row = await subscriptionOf(transaction, provider, event);
    // Held first, so that notices of one subscription are written one after the other.
    if (row) await askSoon(transaction, row.id);
    const isNew = await transaction
      .insertInto('payment_events')
      .values({
        provider,
        provider_id: event.id,
        type: event.type,
        subscription_id: row?.id ?? null,
        received_at: Date.now(),
      })
      .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (isNew && row && event.payment) await recordNotice(transaction, row, event.payment);
    return row;
  });
}

/** By its id, by our reference (a crash may have kept the id from us), or by the payment that was refunded. */
async function subscriptionOf(
  db: Db,
  provider: string,
  { subscriptionId, reference, payment }: ProviderEvent,
): Promise<SubscriptionRow | undefined> {
  const byId = subscriptionId === null ? undefined : await findByProviderId(db, provider, subscriptionId);
  if (byId) return byId;
  const byReference = reference === null ? undefined : await findByReference(db, reference);
  // Anybody may name a reference of ours in a subscription of their own: a row that has its subscription keeps it.
  if (byReference?.provider === provider && byReference.provider_id === null && subscriptionId !== null) {
    await db
      .updateTable('subscriptions')
      .set({ provider_id: subscriptionId })
      .where('id', '=', byReference.id)
      .execute();
    return byReference;
  }
  if (payment === null) return undefined;
  return db
    .selectFrom('subscriptions')
    .innerJoin('payments', 'payments.subscription_id', 'subscriptions.id')
    .selectAll('subscriptions')
    .where('payments.provider', '=', provider)
    .where('payments.provider_id', '=', payment.id)
    .executeTakeFirst();
}
