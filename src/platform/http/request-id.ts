import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isInnerCall } from './inner-call.ts';
import { inNetworks } from './networks.ts';

const HEADER = 'x-request-id';

/** The id of a request: the one that a trusted proxy has given it, else a random one. */
export function requestIds(trustedProxies: readonly string[] | false): (request: IncomingMessage) => string {
  const isTrusted = inNetworks(trustedProxies || []);
  return (request) => {
    const given = request.headers[HEADER];
    // Most requests bring none: where they come from is looked at only when it matters.
    if (typeof given !== 'string' || !/^[\w.-]{8,128}$/.test(given)) return randomUUID();
    return isInnerCall(request) || isTrusted(request.socket?.remoteAddress) ? given : randomUUID();
  };
}

/** The id stands on every answer, so that a person who reports a failure can name it. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADER, request.id);
  });
}
