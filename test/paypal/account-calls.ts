import { newId } from './paypal-peer-books.ts';
import { json, type PeerAccount, type PeerAnswer, type PeerCall } from './peer-call.ts';
import { olderRefusal, refusal } from './refusals.ts';

/* Calls that set up an account: products, plans and webhooks. */

const notFound = () => refusal(404, 'INVALID_RESOURCE_ID');

export function createProduct({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const given = json(call);
  const id = typeof given.id === 'string' ? given.id : `PROD-${newId(17)}`;
  if (books.products.some((known) => known.id === id)) return refusal(422, 'DUPLICATE_RESOURCE_IDENTIFIER');
  const product = { ...given, id };
  books.products.push(product);
  return { status: 201, content: product };
}

export function createPlan({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const given = json(call);
  if (!books.products.some(({ id }) => id === given.product_id)) return notFound();
  if (!given.name || !Array.isArray(given.billing_cycles) || !given.payment_preferences)
    return refusal(400, 'MISSING_REQUIRED_PARAMETER');
  const plan = { status: 'ACTIVE', ...given, id: `P-${newId(24)}` };
  books.plans.push(plan);
  return { status: 201, content: plan };
}

/** Returns a page of a list like PayPal: at most 20 entries, 10 by default. */
function page<T>({ url }: PeerCall, items: T[]): T[] {
  const size = Math.min(20, Number(url.searchParams.get('page_size') ?? 10));
  const number = Number(url.searchParams.get('page') ?? 1);
  return items.slice((number - 1) * size, number * size);
}

export function readProduct({ books }: PeerAccount, _call: PeerCall, id: string): PeerAnswer {
  const product = books.products.find((known) => known.id === id);
  return product ? { status: 200, content: product } : notFound();
}

/** Describes plans as PayPal's list does, without prices. */
export function listPlans({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const productId = call.url.searchParams.get('product_id');
  const shown = books.plans
    .filter(({ product_id }) => productId === null || product_id === productId)
    .map(({ id, product_id, name, status }) => ({ id, product_id, name, status }));
  return { status: 200, content: { plans: page(call, shown) } };
}

export function readPlan({ books }: PeerAccount, _call: PeerCall, id: string): PeerAnswer {
  const plan = books.plans.find((known) => known.id === id);
  return plan ? { status: 200, content: plan } : notFound();
}

export function updatePlan({ books }: PeerAccount, { body }: PeerCall, id: string): PeerAnswer {
  const plan = books.plans.find((known) => known.id === id);
  if (!plan) return notFound();
  for (const { op, path, value } of JSON.parse(body) as { op: string; path: string; value: unknown }[]) {
    if (op !== 'replace' || path !== '/payment_preferences/payment_failure_threshold')
      return refusal(400, 'INVALID_PARAMETER_VALUE');
    Object.assign(plan.payment_preferences ?? {}, { payment_failure_threshold: value });
  }
  return { status: 204 };
}

const isWebhookUrl = (url: unknown) => typeof url === 'string' && /^https:\/\/[^/]+\.[^/]+\//.test(url);

export function createWebhook({ books }: PeerAccount, call: PeerCall): PeerAnswer {
  const { url, event_types } = json(call);
  if (!isWebhookUrl(url)) return olderRefusal(400, 'VALIDATION_ERROR', 'Not a valid webhook URL');
  if (books.webhooks.some((known) => known.url === url))
    return olderRefusal(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.');
  if (books.webhooks.length >= 10)
    return olderRefusal(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'Webhook number limit exceeded.');
  const webhook = { id: newId(17), url: url as string, event_types: event_types as { name: string }[] };
  books.webhooks.push(webhook);
  return { status: 201, content: webhook };
}

export function listWebhooks({ books }: PeerAccount): PeerAnswer {
  return { status: 200, content: { webhooks: books.webhooks } };
}

export function updateWebhook({ books }: PeerAccount, { body }: PeerCall, id: string): PeerAnswer {
  const webhook = books.webhooks.find((known) => known.id === id);
  if (!webhook) return olderRefusal(404, 'INVALID_RESOURCE_ID', 'Resource id is invalid.');
  for (const { op, path, value } of JSON.parse(body) as { op: string; path: string; value: never }[]) {
    if (op !== 'replace') return olderRefusal(400, 'VALIDATION_ERROR', 'Invalid data provided');
    if (path === '/event_types') webhook.event_types = value;
    else if (path === '/url' && isWebhookUrl(value)) webhook.url = value;
    else return olderRefusal(400, 'VALIDATION_ERROR', 'Invalid data provided');
  }
  return { status: 200, content: webhook };
}
