import type { z } from 'zod';

/** Who may call an endpoint. The server enforces it before the handler runs; OpenAPI shows it. */
export type Access = 'anyone' | 'signed-in' | 'admin';

/**
 * How a state-changing call proves that it comes from our own pages:
 * `token`: the CSRF-Token header; `origin`: JSON from our own origin (calls that work before a token exists);
 * `none`: callers without a browser, such as webhooks, which prove themselves otherwise.
 */
export type Csrf = 'token' | 'origin' | 'none';

export interface EndpointShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly csrf?: Csrf;
  /**
   * The answer depends on nothing but the address, what `bumpCatalogue` guards and the reader's tier, so that it is kept
   * as bytes for all of that tier. Its handler does not learn who asks.
   */
  readonly kept?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The largest body in bytes, where it is not the usual one. Access is then checked before the body is read. */
  readonly bodyLimit?: number;
  /** What the body is, when it is not JSON. */
  readonly takes?: 'text/csv' | 'multipart/form-data';
  /** What the answer is, when it is not JSON: its schema is then a string. */
  readonly gives?: 'text/csv';
  /** Status codes of success with their answers; `null` is an empty answer (204). */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
}

/** Declares an HTTP endpoint as data, read by the server, by the browser's types and by OpenAPI. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing to answer just ends
type AnswerOf<S> = S extends z.ZodType ? z.input<S> : void;

/** What a handler receives, after parsing. */
export interface HandlerInput<E extends EndpointShape> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** What a handler returns: the body alone when there is one success status, else `{ status, body }`. */
export type HandlerAnswer<E extends EndpointShape> =
  | AnswerOf<E['answers'][keyof E['answers']]>
  | { [S in keyof E['answers']]: Answer<S & number, AnswerOf<E['answers'][S]>> }[keyof E['answers']];

/** An answer whose status the handler chose. Made by {@link answer}. */
export class Answer<S extends number = number, B = unknown> {
  readonly status: S;
  readonly body: B;
  constructor(status: S, body: B) {
    this.status = status;
    this.body = body;
  }
}

/** What the caller sends: only the parts that the endpoint declares. */
export type CallInput<E extends EndpointShape> = (E['params'] extends z.ZodType
  ? { params: Sent<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: Sent<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: Sent<E['body']> } : { body?: undefined });

/** What the caller gets. */
export type CallOutput<E extends EndpointShape> = Parsed<E['answers'][keyof E['answers']]>;
