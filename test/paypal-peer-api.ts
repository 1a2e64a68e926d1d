import type { IncomingHttpHeaders } from 'node:http';
import { describe, iso, newId, type PeerBooks, type PeerSubscription } from './paypal-peer-books.ts';

/* The peer's calls, each as PayPal's interface descriptions define it (Subscriptions 1, Catalog Products 1,
   Webhooks 1, OAuth 2). */

export const PEER_KEYS = { clientId: 'client-of-the-tests', clientSecret: 'a secret of the tests' };

export interface PeerCall {
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface PeerAnswer {
  status: number;
  content?: unknown;
}

export interface PeerAccount {
  url: string;
  books: PeerBooks;
  tokens: Set<string>;
  /** The answers to creations, by their PayPal-Request-Id. */
  answered: Map<string, PeerAnswer>;
}

type Handler = (account: PeerAccount, call: PeerCall, id: string) => PeerAnswer;

const ROUTES = {
  token: ['POST', /^\/v1\/oauth2\/token$/, giveToken],
  'product.create': ['POST', /^\/v1\/catalogs\/products$/, once(createProduct)],
  'product.read': ['GET', /^\/v1\/catalogs\/products\/([^/]+)$/, readProduct],
  'plan.create': ['POST', /^\/v1\/billing\/plans$/, once(createPlan)],
  'plan.list': ['GET', /^\/v1\/billing\/plans$/, listPlans],
  'plan.read': ['GET', /^\/v1\/billing\/plans\/([^/]+)$/, readPlan],
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
} satisfies Record<string, [string, RegExp, Handler]>;

export type ApiCall = keyof typeof ROUTES;

/** Which call of PayPal's interface this is, and its answer once it is asked for. */
export function apiCall(
  method: string,
  call: PeerCall,
): { kind: ApiCall; answer: (account: PeerAccount) => PeerAnswer } | undefined {
  for (const [kind, [wanted, pattern, handler]] of Object.entries(ROUTES)) {
    const match = wanted === method ? pattern.exec(call.url.pathname) : null;
    if (!match) continue;
    return {
      kind: kind as ApiCall,
      answer(account) {
        if (
          kind !== 'token' &&
          !account.tokens.has((call.headers.authorization ?? '').replace(/^Bearer /, ''))
        )
          return failure(401, 'AUTHENTICATION_FAILURE');
        return (handler as Handler)(account, call, decodeURIComponent(match[1] ?? ''));
      },
    };
  }
  return undefined;
}

function failure(status: number, name: string, issue?: string): PeerAnswer {
  const details = issue ? [{ issue, description: 'In words that may change.' }] : [];
  return { status, content: { name, message: 'In words that may change.', debug_id: newId(13), details } };
}

const notFound = () => failure(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
const json = ({ body }: PeerCall) => JSON.parse(body) as Record<string, unknown>;

/** A creation that is repeated under its PayPal-Request-Id gives what it gave before. */
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

function giveToken({ tokens }: PeerAccount, { headers, body }: PeerCall): PeerAnswer {
  const [, given = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const expected = `${PEER_KEYS.clientId}:${PEER_KEYS.clientSecret}`;
  if (Buffer.from(given, 'base64').toString() !== expected)
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

function createProduct({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const given = json(call);
  const id = typeof given.id === 'string' ? given.id : `PROD-${newId(17)}`;
  if (books.products.some((known) => known.id === id))
    return failure(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_RESOURCE_IDENTIFIER');
  const product = { ...given, id };
  books.products.push(product);
  return { status: 201, content: product };
}

function createPlan({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const given = json(call);
  if (!books.products.some(({ id }) => id === given.product_id)) return notFound();
  if (!given.name || !Array.isArray(given.billing_cycles) || !given.payment_preferences)
    return failure(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
  const plan = { status: 'ACTIVE', ...given, id: `P-${newId(24)}` };
  books.plans.push(plan);
  return { status: 201, content: plan };
}

/** In pages of at most 20, as PayPal's lists are; 10 unless told. */
function page<T>({ url }: PeerCall, items: T[]): T[] {
  const size = Math.min(20, Number(url.searchParams.get('page_size') ?? 10));
  const number = Number(url.searchParams.get('page') ?? 1);
  return items.slice((number - 1) * size, number * size);
}

function readProduct({ books }: PeerAccount, _call: PeerCall, id: string): PeerAnswer {
  const product = books.products.find((known) => known.id === id);
  return product ? { status: 200, content: product } : notFound();
}

/** PayPal's list leaves out what a plan costs. */
function listPlans({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const wanted = call.url.searchParams.get('product_id');
  const shown = books.plans
    .filter(({ product_id }) => wanted === null || product_id === wanted)
    .map(({ id, product_id, name, status }) => ({ id, product_id, name, status }));
  return { status: 200, content: { plans: page(call, shown), links: [] } };
}

function readPlan({ books }: PeerAccount, _call: PeerCall, id: string): PeerAnswer {
  const plan = books.plans.find((known) => known.id === id);
  return plan ? { status: 200, content: plan } : notFound();
}

const isWebhookUrl = (url: unknown) => typeof url === 'string' && /^https:\/\/[^/]+\.[^/]+\//.test(url);

function createWebhook({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const { url, event_types } = json(call);
  if (!isWebhookUrl(url)) return failure(400, 'VALIDATION_ERROR', 'Not a valid webhook URL');
  if (books.webhooks.some((known) => known.url === url)) return failure(400, 'WEBHOOK_URL_ALREADY_EXISTS');
  if (books.webhooks.length >= 10) return failure(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED');
  const webhook = { id: newId(17), url: url as string, event_types: event_types as { name: string }[] };
  books.webhooks.push(webhook);
  return { status: 201, content: webhook };
}

function listWebhooks({ books }: PeerAccount): PeerAnswer {
  return { status: 200, content: { webhooks: books.webhooks } };
}

function updateWebhook({ books }: PeerAccount, { body }: PeerCall, id: string): PeerAnswer {
  const webhook = books.webhooks.find((known) => known.id === id);
  if (!webhook) return failure(404, 'INVALID_RESOURCE_ID');
  for (const { op, path, value } of JSON.parse(body) as { op: string; path: string; value: never }[]) {
    if (op !== 'replace') return failure(400, 'VALIDATION_ERROR');
    if (path === '/event_types') webhook.event_types = value;
    else if (path === '/url' && isWebhookUrl(value)) webhook.url = value;
    else return failure(400, 'VALIDATION_ERROR');
  }
  return { status: 200, content: webhook };
}

function createSubscription({ books, url }: PeerAccount, call: PeerCall): PeerAnswer {
  const given = json(call);
  const planId = String(given.plan_id);
  if (!books.plans.some(({ id }) => id === planId)) return notFound();
  const customId = given.custom_id as string | undefined;
  if (customId !== undefined && !/^[\x20-\x7e]{1,127}$/.test(customId))
    return failure(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX');
  const subscription = books.create(planId, customId);
  subscription.shippingPreference = (
    given.application_context as { shipping_preference?: string } | undefined
  )?.shipping_preference;
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

function readSubscription({ books }: PeerAccount, _call: PeerCall, id: string): PeerAnswer {
  const subscription = books.subscriptions.get(id);
  return subscription ? { status: 200, content: describe(subscription) } : notFound();
}

function listTransactions({ books }: PeerAccount, { url }: PeerCall, id: string): PeerAnswer {
  const subscription = books.subscriptions.get(id);
  if (!subscription) return notFound();
  const from = Date.parse(url.searchParams.get('start_time') ?? '');
  const to = Date.parse(url.searchParams.get('end_time') ?? '');
  if (!(from < to)) return failure(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
  const transactions = subscription.payments
    // To the second, as the instants that PayPal tells.
    .filter(({ at }) => from <= at && at <= to + books.ahead)
    .map(({ id, status, value, currency, at }) => ({
      id,
      status,
      payer_email: 'ada@payer.example',
      payer_name: { given_name: 'Ada', surname: 'Payer' },
      amount_with_breakdown: {
        gross_amount: { currency_code: currency, value },
        fee_amount: { currency_code: currency, value: '-0.99' },
      },
      time: iso(at),
    }));
  return { status: 200, content: { transactions, links: [] } };
}

function turn(act: 'suspend' | 'resume' | 'cancel', from: PeerSubscription['status'][]): Handler {
  return ({ books }, call, id) => {
    const subscription = books.subscriptions.get(id);
    if (!subscription) return notFound();
    const { reason } = json(call);
    if (typeof reason !== 'string' || reason.length < 1 || reason.length > 128)
      return failure(400, 'INVALID_REQUEST', 'INVALID_STRING_MAX_LENGTH');
    if (!from.includes(subscription.status))
      return failure(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');
    if (act === 'resume' && subscription.failedPayments >= 3)
      return failure(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_CANNOT_BE_ACTIVATED');
    books[act](id);
    return { status: 204 };
  };
}
