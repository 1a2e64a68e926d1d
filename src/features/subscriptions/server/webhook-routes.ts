import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { recordEvent } from './events/record-event.ts';
import { ProviderError, type ProviderEvent } from './provider.ts';
import { type ReconcileSetup, reconcile } from './state/reconcile.ts';

/** Verifies the signature over the raw body and parses the event. Null: not from the provider. */
export type ReadWebhookEvent = (headers: IncomingHttpHeaders, body: Buffer) => Promise<ProviderEvent | null>;

/**
 * Maximum wait for the reconciliation before the response, in ms, because the provider expects a quick
 * response.
 */
const RESPONSE_DEADLINE = 4_000;

/**
 * Serves the provider's webhook. Stores each event once, by its id as idempotency key, then reconciles the
 * subscription, so that the order of events does not matter.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  setup: ReconcileSetup,
  readWebhookEvent: ReadWebhookEvent,
  wakeMailSender: () => void,
): Promise<void> {
  // A scope of its own, because the signature covers the raw bytes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve(scope, contract.paypalWebhook, async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      // The signature cannot be verified now.
      const event = await readWebhookEvent(request.headers, body).catch(requestRedelivery);
      if (!event)
        throw new HttpError('not-from-provider', 'This event does not come from the payment provider.');
      // At present nobody can tell which payment it is about.
      const row = await recordEvent(setup, event).catch(requestRedelivery);
      if (event.payment && !(row && event.payment.ids.length > 0))
        request.log.warn(
          { event: event.id, type: event.type, subscription: row?.id },
          'an event about money names no subscription, or no payment',
        );
      if (row) {
        const reconciled = reconcile(setup, row.id).then(wakeMailSender, (error) =>
          // The subscription stays due, and the reconciler retries.
          request.log.warn(
            { err: error, subscription: row.id },
            'a webhook event failed; its subscription will be reconciled later',
          ),
        );
        await Promise.race([reconciled, sleep(RESPONSE_DEADLINE)]);
      }
      return { received: true as const };
    });
  });
}

/** Makes the provider deliver the event again. */
function requestRedelivery(error: unknown): never {
  throw error instanceof ProviderError
    ? new HttpError('provider-unavailable', 'Please send this again.', { retryAfter: 60 })
    : error;
}
