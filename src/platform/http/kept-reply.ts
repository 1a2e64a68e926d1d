import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';
import { type Form, Head, type KeptAnswer } from './kept-answer.ts';
import type { KeptKey, Readers } from './kept-answers.ts';
import type { Tier } from './reader.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The kept form that answers this request, until its headers have been noted. */
    keptForm: Form | null;
  }
}

const ENTERED = {
  visitor: 'visitor+',
  free: 'free+',
  subscriber: 'subscriber+',
  admin: 'admin+',
} as const satisfies Record<Tier, Readers>;

/**
 * Whose answers a reader of that tier gets. A page also depends on whether this browser has entered, as its cookie says;
 * an answer of the API does not.
 */
export const readersOf = (tier: Tier, entered: boolean, url: string): Readers =>
  entered && !url.startsWith('/api/') ? ENTERED[tier] : tier;

/** What an answer is kept under. */
export const keptKey = (tier: Tier, entered: boolean, url: string): KeptKey => ({
  readers: readersOf(tier, entered, url),
  url,
});

/** No proxy keeps it, and a browser asks each time whether it still holds: it may be another tier's by then. */
const CACHE_CONTROL = 'private, no-cache';
const VARY = 'Accept-Encoding, Cookie';

/** Sends a kept answer in the form that the reader takes, or 304 to one who has it. */
export async function sendKept(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
  key: KeptKey,
): Promise<FastifyReply> {
  const wanted = acceptedEncoding(request.headers['accept-encoding']);
  const form = await answer.form(wanted, (bytes) => app.kept.grown(key, answer, bytes));
  answer.route = request.routeOptions.url ?? answer.route;
  reply.headers(answer.headers).header('cache-control', CACHE_CONTROL).header('vary', VARY);
  if (answer.status === 200) {
    reply.header('etag', form.etag);
    if (holds(request.headers['if-none-match'], form.etag)) return reply.code(304).send();
  }
  reply.header('content-type', answer.type).header('content-length', form.body.length);
  if (form.encoding !== 'identity') reply.header('content-encoding', form.encoding);
  if (answer.status === 200) request.keptForm = form;
  return reply.code(answer.status).send(form.body);
}

/** Whether `If-None-Match` names this form. */
export function holds(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/** Of one request or connection, and not of the answer. */
const PASSING = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id']);
const OF_THE_BODY = new Set(['content-length', 'content-encoding', 'content-type']);

/**
 * Notes with which headers a kept answer is really sent, so that `KeptLane` sends the same. Belongs after every other
 * hook that sets headers.
 */
export function noteKeptHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const form = request.keptForm;
    if (form && form.head === undefined && !reply.hasHeader('set-cookie')) {
      const headers = Object.entries(reply.getHeaders()).filter(([name]) => !PASSING.has(name));
      form.headUnchanged = new Head(headers.filter(([name]) => !OF_THE_BODY.has(name)));
      form.head = new Head(headers);
    }
    done(null, payload);
  });
}
