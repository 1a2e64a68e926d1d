import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { isInnerCall } from '../observe/requests.ts';
import { HttpError } from '../serve/errors.ts';

/* Limits of a process: connections, slow clients, and parallel requests. */

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `stopping` becomes true before the end, while requests are still served. `isOverloaded` tells whether
     * the router would shed the next request.
     */
    lifecycle: { stopping: boolean; isOverloaded(): boolean };
  }
}

/** Time in ms for a request's head, after which its client is disconnected. */
export const HEAD_TIMEOUT = 15_000;
/**
 * Maximum number of connections of one process. Further ones are closed at once, because memory and file
 * handles are limited.
 */
export const MAX_CONNECTIONS = 10_000;
/** Maximum bytes of a body, unless the endpoint has a limit of its own. */
export const ORDINARY_BODY = 256 * 1024;
/** Time in ms for an ordinary body. A longer one may take longer while it makes progress. */
const BODY_TIMEOUT = 30_000;
/** Minimum progress of a longer body in that time, in bytes. */
const MIN_PROGRESS = 30 * 1024;
/** Node's error for a request that takes too long. */
const TOO_SLOW = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };
/** Limits for the rest of a body after its response: ms, and bytes. A part has 8 MB. */
const REST_TIMEOUT = 5_000;
const MAX_REST = 16 * 1024 * 1024;

/**
 * Time in ms after which a client that reads no byte of a response is disconnected. Without it, as many
 * clients as a process has connections could block it. Node checks twice, so it may take twice as long.
 * Players with a full buffer request the rest again, as with nginx.
 */
const READ_TIMEOUT = 60_000;

/** Sampling interval of throughput and event loop, in ms. */
const SAMPLE_INTERVAL = 100;
/** Weight of a new sample in the throughput's moving average: smooth, and up to date within a second. */
const SAMPLE_WEIGHT = 0.2;
/**
 * Delay in ms in the event loop above which a request is shed, if another iteration was also long within
 * RECENT (ms): a single long pause is no overload.
 */
const MAX_LOOP_DELAY = 1_000;
const RECENT = 10_000;
/**
 * Number of concurrent requests that are always admitted. A page renders in 3 ms, so the last one waits 1.5
 * s.
 */
const ALWAYS_ADMITTED = 500;
/**
 * Beyond that, requests are admitted as long as the present throughput finishes them in this many seconds.
 */
const MAX_QUEUE_SECONDS = 2;

const overloaded = () =>
  new HttpError('overloaded', 'The site is very busy right now. Please try again in a few seconds.', {
    // Random, so that the clients do not return at the same time.
    retryAfter: 2 + Math.floor(Math.random() * 5),
  });

/**
 * Sheds requests with 503 and `Retry-After` before the process is overloaded: when the event loop is too
 * slow, or the next request would wait too long for those in progress. So admitted clients get a response in
 * time. Returns a function that tells whether the next request would be shed.
 */
export function shedOverload(
  app: FastifyInstance,
  registry: Registry,
  { alwaysAdmitted = ALWAYS_ADMITTED, maxLoopDelay = MAX_LOOP_DELAY } = {},
): () => boolean {
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused because of overload, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  let finished = 0;
  let throughput = 0;
  let lastLongDelay = Number.NEGATIVE_INFINITY;
  let sampledAt = performance.now();
  const sampling = setInterval(() => {
    const elapsed = performance.now() - sampledAt;
    sampledAt += elapsed;
    if (elapsed > maxLoopDelay / 2) lastLongDelay = sampledAt;
    throughput += ((finished * 1000) / elapsed - throughput) * SAMPLE_WEIGHT;
    finished = 0;
  }, SAMPLE_INTERVAL).unref();
  app.addHook('onClose', async () => clearInterval(sampling));

  const isLate = () => {
    const now = performance.now();
    return now - sampledAt > maxLoopDelay && now - lastLongDelay < RECENT;
  };
  app.addHook('onRequest', async (request) => {
    if (!isLate() || isNeverShed(request)) return;
    shed.inc({ reason: 'event loop' });
    throw overloaded();
  });

  const admitted = new WeakSet<FastifyRequest>();
  let inProgress = 0;
  const isFull = () => inProgress >= Math.max(alwaysAdmitted, throughput * MAX_QUEUE_SECONDS);
  // From the complete body to the finished response, because only our own work counts, and no slow client.
  app.addHook('preValidation', async (request) => {
    if (isNeverShed(request) || hasLongBody(request)) return;
    if (isFull()) {
      shed.inc({ reason: 'queue' });
      throw overloaded();
    }
    inProgress += 1;
    admitted.add(request);
  });
  const release = async (request: FastifyRequest) => {
    if (!admitted.delete(request)) return;
    inProgress -= 1;
    finished += 1;
  };
  app.addHook('onSend', release);
  app.addHook('onResponse', release);
  return () => isLate() || isFull();
}

const isNeverShed = (request: FastifyRequest) =>
  isInnerCall(request) || request.routeOptions.config.neverShed === true;

/** Disconnects clients that send a body very slowly or not at all. `timeout` in ms. */
export function disconnectSlowClients(app: FastifyInstance, timeout = BODY_TIMEOUT): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!hasBody(request) || request.raw.complete || socket?.bytesRead === undefined) return;
    const isLong = hasLongBody(request);
    let bytesBefore = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.raw.complete) return clearInterval(timer);
      if (isLong && socket.bytesRead - bytesBefore >= MIN_PROGRESS) bytesBefore = socket.bytesRead;
      else {
        clearInterval(timer);
        if (reply.raw.headersSent) socket.destroySoon();
        // As Node does for a slow head; this response has the security headers.
        else app.server.emit('clientError', Object.assign(new Error(), TOO_SLOW), socket);
      }
    }, timeout).unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

/**
 * Disconnects clients that still send a body after its response. First reads bytes in transit, because a
 * client loses the response when the connection closes at once. `timeout` in ms.
 */
export function disconnectEndlessClients(app: FastifyInstance, timeout = REST_TIMEOUT): void {
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (!hasBody(request) || raw.complete || raw.socket?.bytesRead === undefined) return;
    const timer = setTimeout(() => raw.socket.destroy(), timeout).unref();
    let rest = MAX_REST;
    raw.unpipe();
    raw.on('data', ({ length }: Buffer) => {
      rest -= length;
      if (rest < 0) raw.pause();
    });
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    raw.resume();
  });
}

/** Disconnects clients that do not read, once their response has begun. */
export function disconnectSlowReaders(app: FastifyInstance, timeout = READ_TIMEOUT): void {
  const waiting = new WeakSet<Socket>();
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    waiting.add(raw.socket);
    done();
  });
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    waiting.delete(raw.socket);
    done(null, payload);
  });
  app.server.setTimeout(timeout);
  // Also ends idle connections. Without this listener, Node would end waiting ones too.
  app.server.on('timeout', (socket: Socket) => {
    if (!waiting.has(socket)) socket.destroy();
  });
}

/** Decided by the route, because a client can send any content type. */
const hasLongBody = ({ routeOptions }: FastifyRequest) => routeOptions.config.longBody === true;

/** Whether a request has a body, which may never end. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Makes clients close their connections while stopping: a clean stop then takes less than a minute, and a
 * proxy sends its next request elsewhere.
 */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  app.decorate('lifecycle', { stopping: false, isOverloaded: () => false });
  app.addHook('preClose', async () => {
    app.lifecycle.stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (app.lifecycle.stopping) reply.header('connection', 'close');
  });
}
