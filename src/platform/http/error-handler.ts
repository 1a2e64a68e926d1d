import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable, type Unavailability } from '../database/unavailable.ts';
import { HttpError } from './errors.ts';
import { NOT_UNDERSTOOD } from './plain-words.ts';

/** Fastify's own refusals, in words for people. */
const PLAIN_TEXTS: Record<string, [number, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'This is too large to send.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Please send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body does not have the length that was announced.'],
  FST_ERR_BAD_URL: [400, 'The address cannot be read.'],
};

/** What may pass by itself: which status, and in how many seconds to come back. */
export const UNAVAILABLE: Record<Unavailability, { status: number; message: string; retryAfter: number }> = {
  away: {
    status: 503,
    message: 'A part of the site is away at the moment. Please try again in a few seconds.',
    retryAfter: 5,
  },
  busy: {
    status: 503,
    message: 'The site is very busy at the moment. Please try again in a few seconds.',
    retryAfter: 5,
  },
  full: {
    status: 507,
    message: 'There is no room left to store this, so nothing was changed. Please try again later.',
    retryAfter: 60,
  },
};

/** One shape for every error of the API: `{ message, issues? }`; a 500 names its request and nothing else. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    reply.header('cache-control', 'no-store');
    if (error instanceof DatabaseUnavailable) {
      const { status, message, retryAfter } = UNAVAILABLE[error.why];
      // Without its stack: there may be thousands of them.
      request.log.warn({ why: error.why, reason: error.message }, 'the database could not serve a request');
      return reply.code(status).header('retry-after', retryAfter).send({ message });
    }
    if (error instanceof HttpError) {
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      const { message, issues, current } = error;
      return reply.code(error.status).send({ message, issues, current });
    }
    const known = refusalOf(error);
    if (known) return reply.code(known[0]).send({ message: known[1] });
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ message: failure(request) });
  });
}

/** What the framework refuses before any hook of ours runs: an address that cannot be read. The same shape. */
export function answerUnreadable(error: FastifyError, reply: FastifyReply): void {
  const [status, message] = refusalOf(error) ?? [400, NOT_UNDERSTOOD];
  reply.code(status).header('cache-control', 'no-store').send({ message });
}

const refusalOf = (error: FastifyError) => PLAIN_TEXTS[error.code] ?? fromStatus(error);

export const failure = (request: FastifyRequest) =>
  `Something went wrong on our side. Please try again. (Request ${request.id})`;

function fromStatus(error: FastifyError): [number, string] | undefined {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return undefined;
  return [status, status === 400 ? NOT_UNDERSTOOD : error.message];
}
