import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { PlainResponse } from '../cache/cached-response.ts';
import { serveCacheable } from '../cache/serve-cached.ts';
import type { Csrf } from '../contract/call.ts';
import { Answer, type Endpoint, type HandlerAnswer, type HandlerInput } from '../contract/endpoint.ts';
import type { ErrorCode, Issue } from '../contract/error-codes.ts';
import { bodiesOf } from '../fast-path/personal-body.ts';
import { recordPersonal, sendPersonal } from '../fast-path/personal-calls.ts';
import { ORDINARY_BODY } from '../guard/overload.ts';
import type { RequestLimits } from '../guard/rate-limits.ts';
import { forbidden, HttpError, notFound, notSignedIn } from './errors.ts';
import { NOT_UNDERSTOOD, plainWords } from './plain-words.ts';
import type { Member, Reader, Viewer } from './reader.ts';
import { runOnReplica } from './replica-reads.ts';

export interface HandlerContext {
  reader: Reader;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For limits that the handler spends itself; the endpoint's own are spent before. */
  limits: RequestLimits;
}

/** Context of a cacheable endpoint's handler: the reader's tier only. */
interface CacheableContext {
  reader: Reader;
  reply: { header(name: string, value: string | number): unknown };
}

/** Context of a personal endpoint's handler: the reader only. */
interface PersonalContext {
  reader: Member;
}

/** With any access except `anyone`, the reader has an id. */
interface MemberContext extends HandlerContext {
  reader: Member;
}

type ContextOf<E extends Endpoint> = E extends { cacheable: true }
  ? CacheableContext
  : E extends { personal: true }
    ? PersonalContext
    : E extends { access: 'signed-in' | 'editor' | 'admin' }
      ? MemberContext
      : HandlerContext;

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint in order of registration, for `/api/docs`. */
    endpoints: Endpoint[];
    limitsOf(request: FastifyRequest, body: unknown): RequestLimits;
  }
  interface FastifyRequest {
    /** The reply to a call, so that work at a sign-in can set cookies. {@link serve} sets it. */
    reply: FastifyReply;
  }
  interface FastifyContextConfig {
    csrf?: Csrf;
    /** See `Call.gated`. */
    gated?: boolean;
    /** A call of the API: errors are JSON, and without a database it fails instead of seeing a visitor. */
    isCall?: boolean;
    /** The response is equal for everybody, so neither reader nor entry is looked up. */
    impersonal?: boolean;
    /** Served under overload too: the response costs next to nothing, or is a probe. */
    neverShed?: boolean;
    /** The body is a file, or as large as one. It may take long while it makes progress. */
    longBody?: boolean;
  }
}

/**
 * Serves an endpoint: checks access, parses the input, spends rate limits, runs the handler and filters the
 * response by its schema. Before, the guard in tokens.ts has checked CSRF by the route's `config`. An invalid
 * id is a 404; any other invalid input is a 400 with every problem.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    input: HandlerInput<E> & ContextOf<E>,
  ) => Promise<HandlerAnswer<NoInfer<E>>> | HandlerAnswer<NoInfer<E>>,
): void {
  app.endpoints.push(endpoint);
  const onlyStatus = Number(Object.keys(endpoint.answers)[0]);
  const make: Make = async (input, context) =>
    handler(Object.assign(context, input) as HandlerInput<E> & ContextOf<E>);
  const finish: Finish = (result) => {
    const { status, body } = result instanceof Answer ? result : { status: onlyStatus, body: result };
    return { status, body: answerBody(endpoint.answers[status], body) };
  };
  const run: Run = async (...given) => finish(await make(...given));
  if (endpoint.cacheable)
    serveCacheable(app, endpoint, (params, query, viewer) =>
      makeCacheable(endpoint, run, { params, query, body: undefined }, viewer),
    );
  else if (endpoint.personal) servePersonal(app, endpoint, make, finish);
  if (endpoint.cacheable || endpoint.personal) return;

  const { csrf = 'token', gated, noOwnWrite, takes, bodyLimit = ORDINARY_BODY }: Endpoint = endpoint;
  const longBody = takes !== undefined || bodyLimit > ORDINARY_BODY;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { csrf, gated: gated === true, isCall: true, longBody, noOwnWrite },
    ...(endpoint.bodyLimit === undefined
      ? {}
      : {
          bodyLimit: endpoint.bodyLimit,
          preParsing: async (request: FastifyRequest) => assertAccess(endpoint, request.reader),
        }),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Cookie');
      assertAccess(endpoint, request.reader);
      request.reply = reply;
      const input = parseInput(endpoint, request);
      const context: HandlerContext = {
        reader: request.reader,
        request,
        reply,
        get limits() {
          return app.limitsOf(request, input.body);
        },
      };
      for (const limit of endpoint.limits ?? []) await context.limits.spend(limit);
      const { status, body } = endpoint.mayBeOld
        ? await runOnReplica(app, request.headers.cookie, () => run(input, context))
        : await run(input, context);
      reply.code(status);
      if (body === undefined) return reply.send();
      if (endpoint.gives) return reply.type(`${endpoint.gives}; charset=utf-8`).send(body);
      const json = body instanceof Readable ? body : JSON.stringify(body);
      return reply.header('content-type', JSON_TYPE).send(json);
    },
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';

type Given = Pick<FastifyRequest, 'params' | 'query' | 'body'>;
type Make = (input: object, context: object) => Promise<unknown>;
type Finish = (result: unknown) => { status: number; body: unknown };
type Run = (...given: Parameters<Make>) => Promise<ReturnType<Finish>>;

/** Makes a cacheable response. Its handler gets only the `viewer`. */
async function makeCacheable(
  endpoint: Endpoint,
  run: Run,
  given: Given,
  viewer: Viewer,
): Promise<PlainResponse> {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string | number) => (headers[name] = String(value)) };
  const reader = { ...viewer, userId: null, sessionHash: null };
  const { status, body } = await run(parseInput(endpoint, given), { reader, reply });
  return { status, type: JSON_TYPE, body: JSON.stringify(body), headers };
}

/** Serves an endpoint with personal responses, which the fast path sends too. */
function servePersonal(app: FastifyInstance, endpoint: Endpoint, make: Make, finish: Finish): void {
  if (endpoint.method !== 'GET' || endpoint.access !== 'signed-in' || endpoint.limits)
    throw new Error(
      `${endpoint.method} ${endpoint.path} is no read by members without a rate limit: it cannot be personal`,
    );
  const bodyOf = bodiesOf((result) => JSON.stringify(finish(result).body));
  const call = app.personalCalls.add(endpoint.path, async (reader, query, cookies) => {
    const input = parseInput(endpoint, { params: {}, query, body: undefined });
    const read = () => make(input, { reader });
    return bodyOf(await (endpoint.mayBeOld ? runOnReplica(app, cookies, read) : read()));
  });
  app.route({
    method: 'GET',
    url: endpoint.path,
    config: { gated: endpoint.gated ?? false, isCall: true },
    onSend: recordPersonal,
    handler: async (request, reply) => {
      assertAccess(endpoint, request.reader);
      const { reader, query, headers } = request;
      return sendPersonal(request, reply, call, await call.answer(reader as Member, query, headers.cookie));
    },
  });
}

/**
 * Returns the body to send, filtered by the schema, or nothing without one. A text produced while it is sent
 * is not checked.
 */
const answerBody = (schema: z.ZodType | null | undefined, made: unknown): unknown =>
  made instanceof Readable ? made : isInParts(made) ? Readable.from(made) : schema?.parse(made);

const isInParts = (made: unknown): made is AsyncIterable<string> =>
  typeof made === 'object' && made !== null && Symbol.asyncIterator in made;

function parseInput(endpoint: Endpoint, { params, query, body }: Given) {
  return {
    params: parse(endpoint.params, params, () => notFound()),
    query: parse(endpoint.query, query, refuseInput),
    body: parse(endpoint.body, body ?? {}, refuseInput),
  };
}

function assertAccess(endpoint: Endpoint, reader: Reader): void {
  const { access } = endpoint;
  if (access === 'anyone') return;
  if (reader.userId === null) throw notSignedIn();
  if (access === 'signed-in' || reader.tier === 'admin') return;
  if (access !== 'editor' || reader.tier !== 'editor') throw forbidden();
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  refuse: (error: z.core.$ZodError) => HttpError,
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  throw refuse(result.error);
}

/**
 * Makes the error from the first problem. A rule whose schema names a code (`params: { code }`) determines
 * the error's code.
 */
function refuseInput(error: z.core.$ZodError): HttpError {
  const [first] = error.issues;
  const code = first?.code === 'custom' ? (first.params?.code as ErrorCode | undefined) : undefined;
  return new HttpError(code ?? 'invalid-input', first?.message ?? NOT_UNDERSTOOD, {
    issues: toIssues(error),
  });
}

/** Maximum number of issues in a response. An invalid file can have one per line. */
export const MAX_ISSUES = 500;

/** Converts zod's issues to ours. Equal messages about one field become one issue. */
export function toIssues(error: z.core.$ZodError): Issue[] {
  const issues = new Map<string, Issue>();
  for (const { path, message } of error.issues) {
    const issue = { path: path.join('.'), message };
    const key = `${issue.path}\n${message}`;
    if (!issues.has(key)) issues.set(key, issue);
    if (issues.size === MAX_ISSUES) break;
  }
  return [...issues.values()];
}
