import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { SessionCookie } from '#features/accounts/server/session-cookie.ts';
import { readSession } from '#features/accounts/server/sessions.ts';
import type { Db } from '#platform/database/open.ts';
import { type Hit, KeptLane } from '#platform/http/kept-lane.ts';

interface KeptSetup {
  db: Db;
  secure: boolean;
  production: boolean;
  /** See `Pages`. */
  enteredCookie?: string | undefined;
}

/** Whoever has changed something sees it at once: the version is read anew after every call that may have moved it. */
export function noticeOwnWrites(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && reply.statusCode < 500)
      app.kept.version.moved();
  });
}

/** Kept answers are given before the router is reached; what is not kept takes the usual way. */
export function giveKeptAnswers(app: FastifyInstance, setup: KeptSetup): void {
  const sessionCookie = new SessionCookie(setup.secure).name;
  const { db, enteredCookie = '' } = setup;
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  const lane = new KeptLane({
    kept: app.kept,
    readCookies: (header) => {
      const cookies = app.parseCookie(header);
      return { session: cookies[sessionCookie], entered: cookies[enteredCookie] !== undefined };
    },
    isStopping: () => stopping,
    tierOf: async (session) => (await readSession(db, session))?.tier ?? null,
    ...(setup.production ? { onHit: (hit) => logHit(app, hit) } : {}),
  });
  const [usual] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const otherwise = () => usual?.(request, response);
    if (!lane.take(request, response, otherwise)) otherwise();
  });
}

const logHit = (app: FastifyInstance, { request: { method }, route, status, ms }: Hit) =>
  app.log.info(
    { requestId: randomUUID(), method, route, status, ms: Math.round(ms * 10) / 10, kept: true },
    'request',
  );
