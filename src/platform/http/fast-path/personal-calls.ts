import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RecordedHeaders } from '../cache/cached-response.ts';
import type { Encoding } from '../cache/content-encoding.ts';
import type { Member } from '../serve/reader.ts';
import { encodeFor, type PersonalBody } from './personal-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    personalCalls: PersonalCalls;
  }
  interface FastifyRequest {
    /** The personal call of this response. {@link recordPersonal} reads it. */
    personalVariant: { call: PersonalCall; encoding: Encoding } | null;
  }
}

/** Makes the body of a response. `cookies`: the request's header. Throws `HttpError` as the endpoint does. */
type AnswerPersonally = (
  reader: Member,
  query: unknown,
  cookies: string | undefined,
) => Promise<PersonalBody>;

/** A call whose response depends only on the reader and the address. */
export interface PersonalCall {
  path: string;
  answer: AnswerPersonally;
  /** Headers of the first response, by encoding, without those of a single response. */
  headers: Partial<Record<Encoding, RecordedHeaders>>;
}

export interface FoundCall {
  call: PersonalCall;
  query: ParsedUrlQuery;
}

/** The personal calls by path. */
export class PersonalCalls {
  readonly #calls = new Map<string, PersonalCall>();

  /** Adds a call, whose path must have no parameters. */
  add(path: string, answer: AnswerPersonally): PersonalCall {
    const call = { path, answer, headers: {} };
    this.#calls.set(path, call);
    return call;
  }

  /** Finds the call of a URL, with the values of its query. */
  find(url: string): FoundCall | undefined {
    const end = url.indexOf('?');
    const call = this.#calls.get(end < 0 ? url : url.slice(0, end));
    if (!call) return undefined;
    return { call, query: end < 0 ? {} : parse(url.slice(end + 1)) };
  }
}

/** Sends a personal response through the router. */
export async function sendPersonal(
  request: FastifyRequest,
  reply: FastifyReply,
  call: PersonalCall,
  made: PersonalBody,
): Promise<FastifyReply> {
  const { body, encoding } = await encodeFor(request.headers['accept-encoding'], made);
  reply
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Encoding, Cookie')
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-length', body.length);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  request.personalVariant = { call, encoding };
  return reply.send(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
}

/** Records the headers of the router's first response to a personal call: the `onSend` hook of its route. */
export async function recordPersonal(
  { personalVariant }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!personalVariant || reply.hasHeader('set-cookie')) return;
  const { call, encoding } = personalVariant;
  call.headers[encoding] ??= new RecordedHeaders(reply.getHeaders(), ['content-length']);
}
