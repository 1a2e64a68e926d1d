import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Answer, type Csrf, type EndpointShape, type HandlerAnswer, type HandlerInput } from './endpoint.ts';
import { badRequest, forbidden, type HttpError, type Issue, notFound, unauthorized } from './errors.ts';
import type { Reader } from './reader.ts';

export interface HandlerContext {
  reader: Reader;
  request: FastifyRequest;
  reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyInstance {
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
    input: HandlerInput<E> & HandlerContext,
  ) => Promise<HandlerAnswer<NoInfer<E>>> | HandlerAnswer<NoInfer<E>>,
): void {
  app.endpoints.push(endpoint);
  const onlyStatus = Number(Object.keys(endpoint.answers)[0]);

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
      const input = {
        params: parse(endpoint.params, request.params, () => notFound()),
        query: parse(endpoint.query, request.query, (issues) => badRequest(firstMessage(issues), issues)),
        body: parse(endpoint.body, request.body ?? {}, (issues) => badRequest(firstMessage(issues), issues)),
        reader: request.reader,
        request,
        reply,
      } as HandlerInput<E> & HandlerContext;
      const result = await handler(input);
      const { status, body } = result instanceof Answer ? result : { status: onlyStatus, body: result };
      reply.code(status);
      const schema = endpoint.answers[status];
      if (!schema) return reply.send();
      if (endpoint.gives) return reply.type(`${endpoint.gives}; charset=utf-8`).send(schema.parse(body));
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(JSON.stringify(schema.parse(body)));
    },
  });
}

function assertAccess(endpoint: EndpointShape, reader: Reader): void {
  if (endpoint.access === 'anyone') return;
  if (reader.userId === null) throw unauthorized();
  if (endpoint.access === 'admin' && reader.tier !== 'admin') throw forbidden();
}

function parse(schema: z.ZodType | undefined, value: unknown, fail: (issues: Issue[]) => HttpError): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
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

const firstMessage = (issues: Issue[]) => issues[0]?.message ?? 'Some of this could not be understood.';
