import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Schema, validateAndMap } from '@apimatic/schema';

/*
 * Runtime schemas by which PayPal's TypeScript SDK validates requests and responses. They are newer than the
 * published descriptions. The package exports its controllers only, so the schemas are loaded from its files,
 * at an exact version.
 */

const require = createRequire(import.meta.url);
const MODELS = join(dirname(require.resolve('@paypal/paypal-server-sdk')), 'models');

const schemaOf = (model: string): Schema<unknown> => {
  const schema = require(join(MODELS, `${model}.js`))[`${model}Schema`];
  if (!schema) throw new Error(`PayPal's SDK has no schema of ${model}.`);
  return schema;
};

/** Schemas of request and response, by method and path, with `{id}` for ids. */
const CALLS: Record<string, { request?: string; answer?: string }> = {
  'POST /v1/billing/plans': { request: 'planRequest', answer: 'billingPlan' },
  'GET /v1/billing/plans': { answer: 'planCollection' },
  'GET /v1/billing/plans/{id}': { answer: 'billingPlan' },
  'POST /v1/billing/subscriptions': { request: 'createSubscriptionRequest', answer: 'subscription' },
  'GET /v1/billing/subscriptions/{id}': { answer: 'subscription' },
  'GET /v1/billing/subscriptions/{id}/transactions': { answer: 'transactionsList' },
  'POST /v1/billing/subscriptions/{id}/suspend': { request: 'suspendSubscription' },
  'POST /v1/billing/subscriptions/{id}/activate': { request: 'activateSubscriptionRequest' },
  'POST /v1/billing/subscriptions/{id}/cancel': { request: 'cancelSubscriptionRequest' },
  'POST /v2/payments/captures/{id}/refund': { request: 'refundRequest', answer: 'refund' },
};

/** Validates a successful call that the SDK covers. Returns one sentence per violation. */
export function sdkViolations(call: {
  method: string;
  path: string;
  body: string;
  status: number;
  answer: unknown;
}): string[] {
  if (call.status >= 400) return [];
  const path = call.path.replace(/(plans|subscriptions|captures)\/[^/]+/, '$1/{id}');
  const name = `${call.method} ${path}`;
  const { request, answer } = CALLS[name] ?? {};
  return [
    ...(request && call.body !== '' ? problems(`the request ${name}`, request, JSON.parse(call.body)) : []),
    ...(answer ? problems(`the answer to ${name}`, answer, call.answer) : []),
  ];
}

function problems(what: string, model: string, value: unknown): string[] {
  const { errors } = validateAndMap(value, schemaOf(model));
  return errors ? errors.map(({ path, message }) => `${what} (SDK): ${path?.join('.')} ${message}`) : [];
}
