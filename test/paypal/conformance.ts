import {
  check,
  checkParameters,
  findOperation,
  haveDescriptions,
  type Operation,
  schemaAt,
} from './descriptions.ts';
import { sdkViolations } from './sdk-schemas.ts';

/* Validates the program's requests and the peer's responses against PayPal's own descriptions and its SDK. */

export interface Exchange {
  method: string;
  url: URL;
  headers: Record<string, unknown>;
  body: string;
  status: number;
  answer: unknown;
}

/** Violations that occur in PayPal's live responses, each with its source. */
const SEEN_LIVE = [
  // Live transaction lists have this status for payments under review.
  /^\/transactions\/\d+\/status must be equal to one of the allowed values/,
  // Signed samples and live notices contain the subscription's reference.
  /^\/(custom|soft_descriptor|application_context) is not described$/,
  // Sales of subscriptions have no payment resource.
  /^\/ must have required property 'parent_payment'/,
];

/**
 * Validates one call. Returns one sentence per violation. Without the descriptions, only the SDK's schemas
 * apply.
 */
export function violationsOf(exchange: Exchange): string[] {
  const { method, url } = exchange;
  if (url.pathname === '/v1/oauth2/token') return [];
  const bySdk = sdkViolations({ ...exchange, path: url.pathname });
  if (!haveDescriptions) return bySdk;
  const operation = findOperation(method, url.pathname);
  if (!operation) return [`${method} ${url.pathname} is not described`];
  const name = `${method} ${operation.pointer.split('/')[2]?.replaceAll('~1', '/')}`;
  return [
    ...bySdk,
    ...requestViolations(operation, exchange).map((text) => `the request ${name}: ${text}`),
    ...answerViolations(operation, exchange).map(
      (text) => `the answer ${exchange.status} to ${name}: ${text}`,
    ),
  ];
}

function requestViolations(operation: Operation, { url, headers, body, status }: Exchange): string[] {
  // An error response is correct for an invalid request.
  if (status === 400 || status === 401) return [];
  const problems = checkParameters(operation, url.searchParams, headers);
  if (body === '') return problems;
  if (!operation.hasBody) return [...problems, 'has a body, where none is described'];
  if (!String(headers['content-type']).startsWith('application/json'))
    problems.push(`its content type is ${headers['content-type']}`);
  const pointer = `${operation.pointer}/requestBody/content/application~1json/schema`;
  return [...problems, ...check(operation.api, pointer, JSON.parse(body))];
}

function answerViolations(operation: Operation, { status, answer }: Exchange): string[] {
  const described = operation.statuses.includes(String(status)) ? String(status) : 'default';
  if (described === 'default' && status < 400) return ['this status is not described'];
  const pointer = `${operation.pointer}/responses/${described}/content/application~1json/schema`;
  if (schemaAt(operation.api, pointer) === undefined)
    return answer === undefined ? [] : ['has a body, where none is described'];
  return check(operation.api, pointer, answer).filter((text) => !isSeenLive(text));
}

const isSeenLive = (text: string) => SEEN_LIVE.some((pattern) => pattern.test(text));

const RESOURCES = {
  subscription: ['billing', 'subscription'],
  sale: ['paymentsV1', 'sale'],
  refund: ['paymentsV1', 'refund'],
  dispute: ['disputes', 'dispute'],
} as const;

/** Validates a webhook event: its envelope, and its resource by the kind in `resource_type`. */
export function noticeViolations(body: string): string[] {
  if (!haveDescriptions) return [];
  const event = JSON.parse(body) as { resource_type: string; event_type: string; resource: object };
  const isRefund = ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED'].includes(event.event_type);
  const kind = (isRefund ? 'refund' : event.resource_type) as keyof typeof RESOURCES;
  const [api, schema] = RESOURCES[kind] ?? [];
  if (!api) return [`the notice ${event.event_type} is about an unknown ${event.resource_type}`];
  return [
    ...check('webhooks', '/components/schemas/event', event),
    ...check(api, `/components/schemas/${schema}`, event.resource),
  ]
    .filter((text) => !isSeenLive(text))
    .map((text) => `the notice ${event.event_type}: ${text}`);
}
