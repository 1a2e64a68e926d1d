import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Answer, type Csrf, type EndpointShape, type HandlerAnswer, type HandlerInput } from './endpoint.ts';
import { badRequest, forbidden, type HttpError, type Issue, notFound, unauthorized } from './errors.ts';
import type { Produced } from './kept-answer.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { KeptEndpoints } from './kept-endpoints.ts';
import { keptKey, sendKept } from './kept-reply.ts';
import { NOT_UNDERSTOOD, plainWords } from './plain-words.ts';
import { type Member, type Reader, someoneOf, type Tier } from './reader.ts';

export interface HandlerContext {
  reader: Reader;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** All that the handler of a kept endpoint learns of who asks is the tier. */
export interface KeptContext {
  reader: Reader;
  reply: { header(name: string, value: string | number): unknown };
}

/** Whoever passes the check of access is known by their id. */
interface MemberContext extends HandlerContext {
  reader: Member;
}

type ContextOf<E extends EndpointShape> = E extends { kept: true }
  ? KeptContext
  : E extends { access: 'signed-in' | 'admin' }
    ? MemberContext
    : HandlerContext;

declare module 'fastify' {
  interface FastifyInstance {
    kept: KeptAnswers;
    keptEndpoints: KeptEndpoints;
    /** Every endpoint that the application serves, in order of registration: the source of `/api/docs`. */
    endpoints: EndpointShape[];
  }
  interface FastifyContextConfig {
    csrf?: Csrf;
  }
}

/**
 * Serves one endpoint: access and CSRF are checked, the input is parsed, the answer is filtered by its schema.
 * An id that does not parse is 404 (there is no such thing); any other bad input is 400 with every problem named.
 */
export function serve<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    input: HandlerInput<E> & ContextOf<E>,
  ) => Promise<HandlerAnswer<NoInfer<E>>> | HandlerAnswer<NoInfer<E>>,
): void {
  app.endpoints.push(endpoint);
  const onlyStatus = Number(Object.keys(endpoint.answers)[0]);
  const run = async (context: object, given: Given) => {
    const input = { ...parseInput(endpoint, given), ...context } as HandlerInput<E> & ContextOf<E>;
    const result = await handler(input);
    const { status, body } = result instanceof Answer ? result : { status: onlyStatus, body: result };
    const schema = endpoint.answers[status];
    return { status, body: schema ? schema.parse(body) : undefined };
  };
  if (endpoint.kept) {
    serveKept(app, endpoint, run);
    return;
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { csrf: endpoint.csrf ?? 'token' },
    ...(endpoint.bodyLimit === undefined
      ? {}
      : {
          bodyLimit: endpoint.bodyLimit,
          preParsing: async (request: FastifyRequest) => assertAccess(endpoint, request.reader),
        }),
    handler: async (request, reply) => {
      assertAccess(endpoint, request.reader);
      const { status, body } = await run({ reader: request.reader, request, reply }, request);
      reply.code(status);
      if (body === undefined) return reply.send();
      if (endpoint.gives) return reply.type(`${endpoint.gives}; charset=utf-8`).send(body);
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(body));
    },
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';

type Given = Pick<FastifyRequest, 'params' | 'query' | 'body'>;
type Run = (context: object, given: Given) => Promise<{ status: number; body: unknown }>;

/** An endpoint whose answers are kept for a whole tier. */
function serveKept(app: FastifyInstance, endpoint: EndpointShape, run: Run): void {
  if (endpoint.method !== 'GET' || endpoint.access !== 'anyone')
    throw new Error(`${endpoint.method} ${endpoint.path} is not for everyone to read: it cannot be kept`);
  const produce = async (params: unknown, query: unknown, tier: Tier): Promise<Produced> => {
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string | number) => (headers[name] = String(value)) };
    const { status, body } = await run(
      { reader: someoneOf(tier), reply },
      { params, query, body: undefined },
    );
    return { status, type: JSON_TYPE, body: JSON.stringify(body), headers };
  };
  app.keptEndpoints.add(endpoint, produce);
  app.route({
    method: 'GET',
    url: endpoint.path,
    handler: async (request, reply) => {
      const { tier } = request.reader;
      const key = keptKey(tier, false, request.url);
      const answer = await app.kept.answer(key, () => produce(request.params, request.query, tier));
      return sendKept(app, request, reply, answer, key);
    },
  });
}

function parseInput(endpoint: EndpointShape, { params, query, body }: Given) {
  return {
    params: parse(endpoint.params, params, () => notFound()),
    query: parse(endpoint.query, query, (issues) => badRequest(firstMessage(issues), issues)),
    body: parse(endpoint.body, body ?? {}, (issues) => badRequest(firstMessage(issues), issues)),
  };
}

function assertAccess(endpoint: EndpointShape, reader: Reader): void {
  if (endpoint.access === 'anyone') return;
  if (reader.userId === null) throw unauthorized();
  if (endpoint.access === 'admin' && reader.tier !== 'admin') throw forbidden();
}

function parse(schema: z.ZodType | undefined, value: unknown, fail: (issues: Issue[]) => HttpError): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  throw fail(toIssues(result.error));
}

/** Nobody reads more of them; a broken file has as many as lines. */
export const MOST_ISSUES = 500;

/** Zod's problems in the shape that our answers carry; two checks that say the same of a field are one problem. */
export function toIssues(error: z.core.$ZodError): Issue[] {
  const issues = new Map<string, Issue>();
  for (const { path, message } of error.issues) {
    const issue = { path: path.join('.'), message };
    const key = `${issue.path}\n${message}`;
    if (!issues.has(key)) issues.set(key, issue);
    if (issues.size === MOST_ISSUES) break;
  }
  return [...issues.values()];
}

const firstMessage = (issues: Issue[]) => issues[0]?.message ?? NOT_UNDERSTOOD;
