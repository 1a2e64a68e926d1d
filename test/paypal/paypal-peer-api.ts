import {
  createPlan,
  createProduct,
  createWebhook,
  listPlans,
  listWebhooks,
  readPlan,
  readProduct,
  updatePlan,
  updateWebhook,
} from './account-calls.ts';
import { describe } from './describe.ts';
import { iso, newId, type PeerSubscription } from './paypal-peer-books.ts';
import { type Handler, json, type PeerAccount, type PeerAnswer, type PeerCall } from './peer-call.ts';
import { readRefund, readSale, refundCapture, refundSale } from './refund-calls.ts';
import { refusal } from './refusals.ts';

/*
 * Handlers of the peer's calls, by PayPal's API descriptions (Subscriptions 1, Catalog Products 1, Webhooks
 * 1, Payments 1 and 2, OAuth 2).
 */

export const PEER_KEYS = { clientId: 'client-of-the-tests', clientSecret: 'a secret of the tests' };

const ROUTES = {
  token: ['POST', /^\/v1\/oauth2\/token$/, giveToken],
  'product.create': ['POST', /^\/v1\/catalogs\/products$/, once(createProduct)],
  'product.read': ['GET', /^\/v1\/catalogs\/products\/([^/]+)$/, readProduct],
  'plan.create': ['POST', /^\/v1\/billing\/plans$/, once(createPlan)],
  'plan.list': ['GET', /^\/v1\/billing\/plans$/, listPlans],
  'plan.read': ['GET', /^\/v1\/billing\/plans\/([^/]+)$/, readPlan],
  'plan.update': ['PATCH', /^\/v1\/billing\/plans\/([^/]+)$/, updatePlan],
  'webhook.create': ['POST', /^\/v1\/notifications\/webhooks$/, createWebhook],
  'webhook.list': ['GET', /^\/v1\/notifications\/webhooks$/, listWebhooks],
  'webhook.update': ['PATCH', /^\/v1\/notifications\/webhooks\/([^/]+)$/, updateWebhook],
  'subscription.create': ['POST', /^\/v1\/billing\/subscriptions$/, once(createSubscription)],
  'subscription.read': ['GET', /^\/v1\/billing\/subscriptions\/([^/]+)$/, readSubscription],
  'subscription.transactions': [
    'GET',
    /^\/v1\/billing\/subscriptions\/([^/]+)\/transactions$/,
    listTransactions,
  ],
  'subscription.suspend': [
    'POST',
    /^\/v1\/billing\/subscriptions\/([^/]+)\/suspend$/,
    turn('suspend', ['ACTIVE']),
  ],
  'subscription.activate': [
    'POST',
    /^\/v1\/billing\/subscriptions\/([^/]+)\/activate$/,
    turn('resume', ['SUSPENDED']),
  ],
  'subscription.cancel': [
    'POST',
    /^\/v1\/billing\/subscriptions\/([^/]+)\/cancel$/,
    turn('cancel', ['ACTIVE', 'SUSPENDED']),
  ],
  'refund.read': ['GET', /^\/v1\/payments\/refund\/([^/]+)$/, readRefund],
  'sale.read': ['GET', /^\/v1\/payments\/sale\/([^/]+)$/, readSale],
  'sale.refund': ['POST', /^\/v1\/payments\/sale\/([^/]+)\/refund$/, once(refundSale)],
  'capture.refund': ['POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/, once(refundCapture)],
} satisfies Record<string, [string, RegExp, Handler]>;

export type ApiCall = keyof typeof ROUTES;

/** Finds the PayPal call of a request, and a function that returns its response. */
export function apiCall(
  method: string,
  call: PeerCall,
): { kind: ApiCall; answer: (account: PeerAccount) => PeerAnswer } | undefined {
  for (const [kind, [routeMethod, pattern, handler]] of Object.entries(ROUTES)) {
    const match = routeMethod === method ? pattern.exec(call.url.pathname) : null;
    if (!match) continue;
    return {
      kind: kind as ApiCall,
      answer(account) {
        if (
          kind !== 'token' &&
          !account.tokens.has((call.headers.authorization ?? '').replace(/^Bearer /, ''))
        )
          return refusal(401, 'INVALID_ACCOUNT_STATUS');
        return (handler as Handler)(account, call, decodeURIComponent(match[1] ?? ''));
      },
    };
  }
  return undefined;
}

const notFound = () => refusal(404, 'INVALID_RESOURCE_ID');

/** Repeats the earlier response for a known PayPal-Request-Id. */
function once(handler: Handler): Handler {
  return (account, call, id) => {
    const key = `${call.url.pathname} ${call.headers['paypal-request-id'] ?? newId(12)}`;
    const before = account.answered.get(key);
    if (before) return { ...before, status: 200 };
    const answer = handler(account, call, id);
    if (answer.status < 400) account.answered.set(key, answer);
    return answer;
  };
}

function giveToken({ secrets, tokens }: PeerAccount, { headers, body }: PeerCall): PeerAnswer {
  const [, given = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const expected = [...secrets].map((secret) => `${PEER_KEYS.clientId}:${secret}`);
  if (!expected.includes(Buffer.from(given, 'base64').toString()))
    return {
      status: 401,
      content: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    };
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    return { status: 400, content: { error: 'unsupported_grant_type' } };
  const token = `A21AA${newId(20)}`;
  tokens.add(token);
  return {
    status: 200,
    content: {
      access_token: token,
      token_type: 'Bearer',
      expires_in: 32_400,
      scope: 'https://uri.paypal.com/x',
    },
  };
}

function createSubscription({ books, url }: PeerAccount, call: PeerCall): PeerAnswer {
  const given = json(call);
  const planId = String(given.plan_id);
  if (!books.plans.some(({ id }) => id === planId)) return notFound();
  const customId = given.custom_id as string | undefined;
  if (customId !== undefined && !/^[\x20-\x7e]{1,127}$/.test(customId))
    return refusal(400, 'INVALID_PARAMETER_SYNTAX');
  const subscription = books.create(planId, customId);
  subscription.context = given.application_context as object | undefined;
  return {
    status: 201,
    content: {
      id: subscription.id,
      status: subscription.status,
      create_time: iso(subscription.createdAt),
      links: [
        {
          rel: 'approve',
          method: 'GET',
          href: `${url}/webapps/billing/subscriptions?ba_token=${subscription.id}`,
        },
        { rel: 'self', method: 'GET', href: `${url}/v1/billing/subscriptions/${subscription.id}` },
      ],
    },
  };
}

function readSubscription({ books }: PeerAccount, { url }: PeerCall, id: string): PeerAnswer {
  const subscription = books.subscriptions.get(id);
  if (!subscription) return notFound();
  const fields = url.searchParams.get('fields')?.split(',') ?? [];
  return {
    status: 200,
    content: describe(subscription, { namesFailure: fields.includes('last_failed_payment') }),
  };
}

function listTransactions({ books, url: account }: PeerAccount, { url }: PeerCall, id: string): PeerAnswer {
  const subscription = books.subscriptions.get(id);
  if (!subscription) return notFound();
  const from = Date.parse(url.searchParams.get('start_time') ?? '');
  const to = Date.parse(url.searchParams.get('end_time') ?? '');
  if (!(from < to)) return refusal(400, 'MISSING_REQUIRED_PARAMETER');
  const transactions = subscription.payments
    // PayPal's timestamps have whole seconds.
    .filter(({ at }) => from <= at && at <= to + books.ahead)
    .map(({ id, status, value, currency, at }) => ({
      id,
      status: status === 'REVERSED' ? 'REFUNDED' : status,
      payer_email: 'ada@payer.example',
      payer_name: { given_name: 'Ada', surname: 'Payer' },
      amount_with_breakdown: {
        gross_amount: { currency_code: currency, value },
        fee_amount: { currency_code: currency, value: '-0.99' },
      },
      time: iso(at),
    }));
  const links = [
    { href: `${account}/v1/billing/subscriptions/${id}/transactions`, rel: 'self', method: 'GET' },
  ];
  return { status: 200, content: { transactions, links } };
}

function turn(act: 'suspend' | 'resume' | 'cancel', from: PeerSubscription['status'][]): Handler {
  return ({ books }, call, id) => {
    const subscription = books.subscriptions.get(id);
    if (!subscription) return notFound();
    const { reason } = json(call);
    if (typeof reason !== 'string' || reason.length < 1 || reason.length > 128)
      return refusal(400, 'INVALID_STRING_MAX_LENGTH');
    const action = call.url.pathname.split('/').at(-1);
    if (subscription.isAccountClosed) return refusal(422, 'USER_ACCOUNT_CLOSED');
    if (!from.includes(subscription.status)) return refusal(422, 'SUBSCRIPTION_STATUS_INVALID', action);
    if (act === 'resume' && books.hasReachedThreshold(subscription))
      return refusal(422, 'SUBSCRIPTION_CANNOT_BE_ACTIVATED');
    books[act](id);
    return { status: 204 };
  };
}
