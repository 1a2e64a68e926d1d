import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForeignKeyViolation } from '../../database/dialect.ts';
import { DatabaseUnavailable, type Unavailability } from '../../database/unavailable.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import { earlyHeaders } from './early-errors.ts';
import { errorPage } from './error-page.ts';
import { HttpError, notFound } from './errors.ts';
import { NOT_UNDERSTOOD } from './plain-words.ts';

/** Fastify's own errors, in words for people. */
const FRAMEWORK_ERRORS: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'This is too large to send.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-type', 'Please send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed-request', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed-request', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed-request',
    'The body is not as long as its Content-Length says.',
  ],
  // No item or page has an address that cannot be decoded.
  FST_ERR_BAD_URL: ['not-found', 'Not found'],
};

/** `Retry-After` in seconds, when the database was away or busy. */
export const RETRY_AFTER_OUTAGE = 5;

const OUTAGES: Record<Unavailability, HttpError> = {
  away: new HttpError(
    'database-unavailable',
    'Part of the site is not available right now. Please try again in a few seconds.',
    { retryAfter: RETRY_AFTER_OUTAGE },
  ),
  busy: new HttpError(
    'database-busy',
    'The site is very busy right now. Please try again in a few seconds.',
    { retryAfter: RETRY_AFTER_OUTAGE },
  ),
  full: new HttpError(
    'storage-full',
    'There is not enough storage space, so nothing was changed. Please try again later.',
    { retryAfter: 60 },
  ),
};

/** Returns the error that callers see when the database could not serve a request. */
export const unavailable = ({ why }: DatabaseUnavailable): HttpError => OUTAGES[why];

/** A person or an item of the request was deleted after it was looked up. */
const DELETED_MEANWHILE = new HttpError(
  'edit-conflict',
  'This was deleted a moment ago. Please reload the page.',
);

/**
 * Answers every error with an `ErrorBody`, or with a plain page when a browser asked for a page. A 500 names
 * its request and nothing else.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    // Without the stack: there may be thousands of these lines.
    if (error instanceof DatabaseUnavailable)
      request.log.warn({ why: error.why, reason: error.message }, 'the database could not serve a request');
    if (isForeignKeyViolation(error)) request.log.warn({ err: error }, 'a request met a deletion');
    const refused = refusalOf(error);
    if (refused) return sendError(request, reply, refused);
    request.log.error({ err: error }, 'request failed');
    return sendError(request, reply, new HttpError('internal-error', failureMessage(request)));
  });
  app.setNotFoundHandler(async () => {
    throw notFound();
  });
}

/** Answers errors that the framework finds before any hook runs: a URL that cannot be decoded. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): void {
  reply.headers(earlyHeaders(secure)).header('x-request-id', request.id);
  sendError(request, reply, frameworkError(error) ?? new HttpError('malformed-request', NOT_UNDERSTOOD));
}

type Refusal = Pick<HttpError, 'status' | 'body'> & { retryAfter?: number | undefined };

/** Returns an error as callers see it; undefined for an error of the server. */
function refusalOf(error: FastifyError | HttpError): Refusal | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  return isForeignKeyViolation(error) ? DELETED_MEANWHILE : frameworkError(error);
}

/** Returns a framework error as callers see it; undefined for an error of the server. */
function frameworkError({ code, statusCode = 500, message }: FastifyError): Refusal | undefined {
  const known = FRAMEWORK_ERRORS[code];
  if (known) return new HttpError(...known);
  if (statusCode === 400) return new HttpError('malformed-request', NOT_UNDERSTOOD);
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return { status: statusCode, body: { code: 'request-refused', message } };
}

function sendError(request: FastifyRequest, reply: FastifyReply, { status, body, retryAfter }: Refusal) {
  reply.code(status).header('cache-control', 'no-store');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return wantsPage(request)
    ? reply.type('text/html; charset=utf-8').send(errorPage(status, failureMessage(request)))
    : reply.send(body);
}

const wantsPage = (request: FastifyRequest) =>
  request.headers.accept?.includes('text/html') === true && !isCall(request);

/** Tells a call by its route, because the router decodes addresses. An undecodable one has no route. */
const isCall = ({ routeOptions: { url, config }, raw }: FastifyRequest) =>
  url === undefined ? /^\/api(?:[/?]|$)/.test(raw.url ?? '') : config.isCall === true;

const failureMessage = (request: FastifyRequest) =>
  `Something went wrong on our side. Please try again. (Request ${request.id})`;
