import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Chunk, RecordedHeaders } from '../cache/cached-response.ts';
import { acceptedEncoding, type Encoding, encode, encodingFor } from '../cache/content-encoding.ts';
import type { Member } from '../serve/reader.ts';

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
type AnswerPersonally = (reader: Member, query: unknown, cookies: string | undefined) => Promise<string>;

/** A call whose response depends only on the reader and the address. */
interface PersonalCall {
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

interface EncodedBody {
  body: Chunk;
  encoding: Encoding;
}

/** Encodes a personal response's body as the client accepts it. `body.length` is in bytes. */
export async function encodeFor(accepted: string | undefined, text: string): Promise<EncodedBody> {
  const bytes = Buffer.byteLength(text);
  const encoding = encodingFor(bytes, acceptedEncoding(accepted));
  // A text with one character per byte is a chunk already, and Node sends it together with the headers.
  const isChunk = encoding === 'identity' && bytes === text.length;
  return { body: isChunk ? text : await encode(Buffer.from(text), encoding, 'once'), encoding };
}

/** Sends a personal response through the router. */
export async function sendPersonal(
  request: FastifyRequest,
  reply: FastifyReply,
  call: PersonalCall,
  text: string,
): Promise<FastifyReply> {
  const { body, encoding } = await encodeFor(request.headers['accept-encoding'], text);
  reply
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Encoding, Cookie')
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-length', body.length);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  request.personalVariant = { call, encoding };
  return reply.send(body);
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
