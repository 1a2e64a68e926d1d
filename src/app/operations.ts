import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { inNetworks } from '#platform/http/guard/networks.ts';
import { forbidden, HttpError } from '#platform/http/serve/errors.ts';

interface OperationsSetup {
  db: Db;
  /**
   * Bearer token for /metrics; undefined: direct requests from this machine or a private network may read it.
   */
  metricsToken: string | undefined;
  /** Reads the metrics of all processes of this machine in Prometheus' text format. */
  readMetrics: () => Promise<string>;
}

/** Time in ms without a response after which the database counts as unreachable. */
const READY_TIMEOUT = 2_000;

/** Serves the probes of load balancers (/healthz, /readyz) and the metrics. */
export function operations(app: FastifyInstance, setup: OperationsSetup): void {
  const config = { impersonal: true, neverShed: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.lifecycle.stopping)
      throw new HttpError('stopping', 'This node is stopping. Send requests to another node.');
    if (!(await isReachable(setup.db)))
      throw new HttpError('database-unavailable', 'The database cannot be reached.');
    return { status: 'ready' };
  });
  app.get('/metrics', { config }, async (request, reply) => {
    assertMayRead(request, setup.metricsToken);
    reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    return setup.readMetrics();
  });
}

async function isReachable(db: Db): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(READY_TIMEOUT, false, { ref: false })]);
}

const isPrivateAddress = inNetworks(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Throws unless the client may read the metrics, because routes, rates and versions help an attacker. Behind
 * a proxy on this machine every request seems local, so requests with a proxy's headers need the token.
 */
function assertMayRead(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), digest(token)))
      throw new HttpError('wrong-token', 'The metrics require the token of METRICS_TOKEN.');
    return;
  }
  const { 'x-forwarded-for': by, forwarded, via } = request.headers;
  const isDirect = by === undefined && forwarded === undefined && via === undefined;
  if (!isDirect || !isPrivateAddress(request.socket.remoteAddress))
    throw forbidden(
      'The metrics are available on this machine and its private network, or with METRICS_TOKEN.',
    );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Time without a new connection after which the backlog counts as empty, in ms. */
const IDLE = 50;
/** Maximum wait for an empty backlog, in ms. */
const DRAIN_TIMEOUT = 1_000;

/**
 * Accepts the connections in the listen backlog before the port closes, which would reset them. Ends after a
 * second if connections keep arriving, until the load balancer notices the stop (SHUTDOWN_DELAY).
 */
export async function drainListenBacklog(server: Server): Promise<void> {
  let arrived = true;
  const onConnection = () => {
    arrived = true;
  };
  server.on('connection', onConnection);
  for (const until = performance.now() + DRAIN_TIMEOUT; arrived && performance.now() < until; ) {
    arrived = false;
    await sleep(IDLE);
    // After the timer, so that a process that was blocked polls its port once more.
    await new Promise(setImmediate);
  }
  server.off('connection', onConnection);
}
