import '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { COMFORT_COOKIE } from '../contract/calls.ts';
import * as contract from '../contract/endpoints.ts';
import type { Comfort } from '../contract/schemas.ts';
import { comfortOf, storeComfort } from './queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The choices of the account that has just signed in, for this browser's cookie. */
    comfort: Comfort | null;
  }
}

/** Seconds. Browsers cut a cookie's life at 400 days; each change begins it anew. */
const LIFETIME = 400 * 24 * 60 * 60;

/** Keeps the choices in a cookie that scripts read before the first paint, and members' with the account. */
export function comfortRoutes(app: FastifyInstance, db: Db, secure: boolean): void {
  const setCookie = (reply: FastifyReply, comfort: Comfort) =>
    reply.setCookie(COMFORT_COOKIE, JSON.stringify(comfort), {
      path: '/',
      sameSite: 'lax',
      secure,
      maxAge: LIFETIME,
    });

  serve(app, contract.getComfort, async ({ reader, reply }) => {
    const comfort = await comfortOf(db, reader.userId);
    if (comfort) setCookie(reply, comfort);
    return comfort;
  });

  serve(app, contract.saveComfort, async ({ reader, body, reply }) => {
    if (reader.userId !== null) await storeComfort(db, reader.userId, body);
    setCookie(reply, body);
  });

  app.decorateRequest('comfort', null);
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.comfort && reply.statusCode < 400) setCookie(reply, request.comfort);
    done();
  });
}
