import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForeignKeyViolation } from '../../database/dialect.ts';
import { DatabaseUnavailable, type Unavailability } from '../../database/unavailable.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import { earlyHeaders } from './early-errors.ts';
import { errorPage } from './error-page.ts';
import { HttpError, notFound } from './errors.ts';
import { NOT_UNDERSTOOD } from './plain-words.ts';
import { RefusedChanges } from './refused-changes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Changes that the database refused in requests to this process. */
    refusedChanges: RefusedChanges;
  }
}

/** Messages for people about Fastify's own errors. */
const FRAMEWORK_ERRORS: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'This is too large to send.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-type', 'Please send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed-request', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed-request', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed-request',
    'The body is not as long as its Content-Length says.',
  ],
  // No item or page has an undecodable address.
  FST_ERR_BAD_URL: ['not-found', 'Not found'],
};

/** `Retry-After` in seconds when the database is unavailable or busy. */
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

/** Returns the error for callers when the database could not serve a request. */
export const unavailable = ({ why }: DatabaseUnavailable): HttpError => OUTAGES[why];

/** A person or item of the request was deleted after its lookup. */
const DELETED_MEANWHILE = new HttpError(
  'edit-conflict',
  'This was deleted a moment ago. Please reload the page.',
);

/**
 * Responds to every error with an `ErrorBody`, or with a plain page if a browser requested a page. A 500
 * contains the request id and nothing else.
 */
export function handleErrors(app: FastifyInstance): void {
  const refusedChanges = new RefusedChanges();
  app.decorate('refusedChanges', refusedChanges);
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    if (error instanceof DatabaseUnavailable) {
      refusedChanges.note(error);
      // Without the stack, because an outage causes thousands of these lines.
      request.log.warn({ why: error.why, reason: error.message }, 'the database could not serve a request');
    }
    if (isForeignKeyViolation(error))
      request.log.warn({ err: error }, 'a request referred to a row that was deleted meanwhile');
    const refused = refusalOf(error);
    if (refused) return sendError(request, reply, refused);
    request.log.error({ err: error }, 'request failed');
    return sendError(request, reply, new HttpError('internal-error', failureMessage(request)));
  });
  app.setNotFoundHandler(async () => {
    throw notFound();
  });
}

/** Responds to framework errors before any hook runs, such as an undecodable URL. */
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

/** Returns an error in its public form; undefined for an internal error. */
function refusalOf(error: FastifyError | HttpError): Refusal | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  return isForeignKeyViolation(error) ? DELETED_MEANWHILE : frameworkError(error);
}

/** Returns a framework error in its public form; undefined for an internal error. */
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

/** Recognizes a call by its route, because the router decodes addresses. An undecodable one has no route. */
const isCall = ({ routeOptions: { url, config }, raw }: FastifyRequest) =>
  url === undefined ? /^\/api(?:[/?]|$)/.test(raw.url ?? '') : config.isCall === true;

const failureMessage = (request: FastifyRequest) =>
  `Something went wrong on our side. Please try again. (Request ${request.id})`;
