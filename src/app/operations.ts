import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { forbidden, HttpError } from '#platform/http/errors.ts';
import { isInnerCall } from '#platform/http/inner-call.ts';
import { inNetworks } from '#platform/http/networks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** `stopping` is set as soon as the end is near, while requests are still answered. */
    lifecycle: { stopping: boolean };
  }
}

export interface OperationsSetup {
  db: Db;
  production: boolean;
  /** Who may read /metrics: bearers of this; undefined: whoever asks directly, from this machine or a private network. */
  metricsToken: string | undefined;
  /** All figures of this machine's processes, as Prometheus reads them. */
  readMetrics: () => Promise<string>;
}

/** The database must say something within this many ms to be called reachable. */
const READY_WITHIN = 2_000;

/** What load balancers, collectors of figures and whoever runs the site ask. */
export function operations(app: FastifyInstance, setup: OperationsSetup): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.lifecycle.stopping)
      return reply.code(503).send({ message: 'This node is stopping: send people to another one.' });
    if (await isReachable(setup.db)) return { status: 'ready' };
    return reply.code(503).send({ message: 'The database cannot be reached.' });
  });
  app.get('/metrics', async (request, reply) => {
    assertMayRead(request, setup.metricsToken);
    reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    return setup.readMetrics();
  });
  logRequests(app, setup.production);
  closePolitely(app);
}

async function isReachable(db: Db): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, sleep(READY_WITHIN, false, { ref: false })]);
}

const isNear = inNetworks(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Routes, rates and versions help an attacker. A proxy on this machine makes everybody's request come from it, so what
 * bears a proxy's marks has to bring the token.
 */
function assertMayRead(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), digest(token)))
      throw new HttpError(401, 'Reading the metrics needs the token of METRICS_TOKEN.');
    return;
  }
  const { 'x-forwarded-for': by, forwarded, via } = request.headers;
  const isDirect = by === undefined && forwarded === undefined && via === undefined;
  if (!isDirect || !isNear(request.socket.remoteAddress))
    throw forbidden('The metrics are read from this machine or its private network, or with METRICS_TOKEN.');
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** What asks these comes back every few seconds, day and night. */
const WATCHING = new Set<string | undefined>(['/healthz', '/readyz', '/metrics']);

/**
 * One line per request, without addresses, queries or cookies: they are personal. People's requests are told of in
 * production; a page's own calls belong to the page's line, and who watches the site would drown the others.
 */
function logRequests(app: FastifyInstance, production: boolean): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    const isPersons = !isInnerCall(request) && !WATCHING.has(request.routeOptions.url);
    request.log[production && isPersons ? 'info' : 'debug'](line, 'request');
  });
}

/** A pause in which nobody new has come, and how long to wait for one, in ms. */
const QUIET = 50;
const QUIET_WITHIN = 1_000;

/**
 * Lets in whom the system has greeted for us already: closing the port would turn them away without an answer. Where
 * people keep coming it ends after a second; whoever sends them has to notice first (SHUTDOWN_DELAY).
 */
export async function letInWhoKnocked(server: Server): Promise<void> {
  let came = true;
  const onConnection = () => {
    came = true;
  };
  server.on('connection', onConnection);
  for (const until = performance.now() + QUIET_WITHIN; came && performance.now() < until; ) {
    came = false;
    await sleep(QUIET);
    // After the timer, so that a process that was held up has looked at its port once more.
    await new Promise(setImmediate);
  }
  server.off('connection', onConnection);
}

/**
 * Once the end is near, kept connections are told to end: so a clean stop takes no minute, and a proxy that keeps some
 * open goes elsewhere with its next request.
 */
function closePolitely(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    app.lifecycle.stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (app.lifecycle.stopping) reply.header('connection', 'close');
  });
}
