import type { z } from 'zod';
import type { Call, PathParams } from './call.ts';
import type { RequestLimit } from './rate-limit.ts';

/** The part of an endpoint that only the server and the types need: schemas and descriptions. */
interface Description {
  /** One sentence for OpenAPI. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * The response depends only on the reader and the address, and changes nothing, so the fast path sends it.
   * Its handler gets the reader and nothing else of the request.
   */
  readonly personal?: true;
  /**
   * The response may lack other people's changes of the last seconds, because a replica of the database may
   * serve it. It has the reader's own writes, and nothing that was withdrawn from the catalogue.
   */
  readonly mayBeOld?: true;
  /**
   * The call stores nothing that its reader reads back, such as an anonymous count. A replica may then serve
   * the reads after it.
   */
  readonly noOwnWrite?: true;
  /** Rate limits, spent in this order before the handler runs. */
  readonly limits?: readonly RequestLimit[];
  /**
   * Maximum size of the body in bytes, if not the usual one. Access is then checked before the body is read.
   */
  readonly bodyLimit?: number;
  /** Content type of the response, if not JSON. Its schema is then a string, possibly in parts. */
  readonly gives?: 'text/csv';
  /** The response may be JSON text in parts, for a list without a limit. */
  readonly mayBeInParts?: true;
  /** Responses by status code of success; `null` is an empty response (204). */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
}

export type Endpoint = Call & Description;

/** Declares an HTTP endpoint as data for the server, the browser's types and OpenAPI. */
export const endpoint = <const C extends Call, const D extends Description>(
  call: C,
  description: D,
): C & D => ({
  ...call,
  ...description,
});

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing to answer just ends
type AnswerOf<S> = S extends z.ZodType ? z.input<S> : void;

/** Input of a handler, after parsing. */
export interface HandlerInput<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** Result of a handler: the body alone for a single success status, else `{ status, body }`. */
export type HandlerAnswer<E extends Endpoint> =
  | AnswerOf<E['answers'][keyof E['answers']]>
  | (E extends { gives: string } | { mayBeInParts: true } ? AsyncIterable<string> : never)
  | { [S in keyof E['answers']]: Answer<S & number, AnswerOf<E['answers'][S]>> }[keyof E['answers']];

/** A response with a status chosen by the handler. */
export class Answer<S extends number = number, B = unknown> {
  readonly status: S;
  readonly body: B;
  constructor(status: S, body: B) {
    this.status = status;
    this.body = body;
  }
}

/** Input of a caller: only the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = ParamsInput<PathParams<E['path']>> &
  (E['query'] extends z.ZodType ? { query?: Sent<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? BodyInput<Sent<E['body']>> : { body?: undefined });

type ParamsInput<Params> = Record<never, never> extends Params ? { params?: undefined } : { params: Params };

/** JSON, or a file's raw bytes. */
type BodyInput<Body> = { body: Body; file?: undefined } | { body?: undefined; file: Blob };

/** Response for the caller. */
export type CallOutput<E extends Endpoint> = Parsed<E['answers'][keyof E['answers']]>;
