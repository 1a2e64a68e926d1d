import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Metric, type MetricValueWithName, type Registry } from 'prom-client';
import type { Tier } from '../serve/reader.ts';
import { addGauge } from './metrics.ts';

/* Every request has an id, and is counted and logged, whether the router or the fast path serves it. */

const ID_HEADER = 'x-request-id';

/**
 * Returns a random request id. Clients cannot choose it, not even through a proxy that passes on their
 * headers, because a chosen id could join log lines of other people's requests. An inner call has its page's
 * id.
 */
export function requestId(request: IncomingMessage): string {
  const given = request.headers[ID_HEADER];
  return typeof given === 'string' && isInnerCall(request) ? given : randomUUID();
}

const INNER_CALL_HEADER = 'x-inner-call';
/** Known only to this process, so that no client can claim to be an inner call. */
const INNER_CALL_SECRET = randomBytes(32).toString('base64url');

/**
 * Returns headers that mark a call of a page to the application itself (`inject`). Such a call is part of the
 * page's request: it has the same id, and is not logged, counted or shed separately.
 */
export const innerCallHeaders = (requestId: string) => ({
  [INNER_CALL_HEADER]: INNER_CALL_SECRET,
  [ID_HEADER]: requestId,
});

export const isInnerCall = ({ headers }: { headers: IncomingHttpHeaders }) =>
  headers[INNER_CALL_HEADER] === INNER_CALL_SECRET;

/** A response of the fast path. */
export interface FastPathHit {
  id: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  /** The reader's tier. */
  tier: Tier;
  /** The request's headers. */
  headers: IncomingHttpHeaders;
  /** Whether the response came from the cache. */
  cached: boolean;
}

/** Probes that come every few seconds. The metrics count them, and the log has them only at level debug. */
const PROBES = new Set<string | undefined>(['/healthz', '/readyz', '/metrics']);

/**
 * Counts and logs every request by its route's pattern, never by its URL. This bounds the number of metric
 * series and keeps personal data out of the log. In production each request is one line at level info.
 * Returns the same function for the fast path.
 */
export function observeRequests(
  app: FastifyInstance,
  registry: Registry,
  production: boolean,
): (hit: FastPathHit) => void {
  const durations = new RequestDurations(registry);
  let inProgress = 0;
  addGauge(registry, {
    name: 'http_requests_in_progress',
    help: 'Requests whose response is not complete yet',
    read: () => inProgress,
    together: 'sum',
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose client disconnected before the response was complete',
    registers: [registry],
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(ID_HEADER, request.id);
    // A client may disconnect while the fast path looks up its session.
    if (isInnerCall(request) || reply.raw.destroyed) return;
    inProgress += 1;
    // `onResponse` does not run for a client that disconnects.
    reply.raw.once('close', () => {
      inProgress -= 1;
    });
  });
  app.addHook('onRequestAbort', async (_request) => aborted.inc());
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime: ms } = reply;
    request.log[production && isLogged(request) ? 'info' : 'debug'](
      logLine(method, route, status, ms),
      'request',
    );
    if (!isInnerCall(request)) durations.observe(method, route, status, ms);
  });
  return ({ id, method, route, status, ms, cached }) => {
    durations.observe(method, route, status, ms);
    if (production)
      app.log.info(
        { requestId: id, ...logLine(method, route, status, ms), ...(cached && { cached }) },
        'request',
      );
  };
}

const isLogged = (request: FastifyRequest) => !isInnerCall(request) && !PROBES.has(request.routeOptions.url);

const logLine = (method: string, route: string, status: number, ms: number) => ({
  method,
  route,
  status,
  ms: Math.round(ms * 10) / 10,
});

/** Upper bounds of the histogram's buckets in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NAME = 'http_request_duration_seconds';
const HELP =
  'Time from the arrival of a request to the last byte of its answer, by route and class of status';

interface Labels {
  method: string;
  route: string;
  status: string;
}

/**
 * A histogram with the same name and series as prom-client's own, which on each observation builds a string
 * from the labels, at a higher cost than the whole fast path.
 */
export class RequestDurations {
  readonly #series = new Map<string, Map<string, Series[]>>();

  constructor(registry: Registry) {
    const metric = { name: NAME, get: () => this.#snapshot(), reset: () => this.#series.clear() };
    // A registry uses only these members. The type also has private ones.
    registry.registerMetric(metric as unknown as Metric);
  }

  /** Records one finished request. `route` is a pattern, so the number of series is bounded. */
  observe(method: string, route: string, status: number, ms: number): void {
    const statusClass = Math.floor(status / 100);
    const known = this.#series.get(route)?.get(method)?.[statusClass];
    (known ?? this.#addSeries(method, route, statusClass)).add(ms / 1000);
  }

  #addSeries(method: string, route: string, statusClass: number): Series {
    const methods = this.#series.get(route) ?? new Map<string, Series[]>();
    this.#series.set(route, methods);
    const byStatus = methods.get(method) ?? [];
    methods.set(method, byStatus);
    const added = new Series({ method, route, status: `${statusClass}xx` });
    byStatus[statusClass] = added;
    return added;
  }

  async #snapshot(): Promise<object> {
    const all = [...this.#series.values()].flatMap((methods) => [...methods.values()].flat());
    return {
      name: NAME,
      help: HELP,
      type: 'histogram',
      values: all.flatMap((series) => series.values()),
      aggregator: 'sum',
    };
  }
}

class Series {
  readonly #labels: Labels;
  /** Observations between each bound and the previous one. */
  readonly #counts = new Array<number>(BOUNDS.length).fill(0);
  #count = 0;
  #sum = 0;

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  add(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    for (let index = 0; index < BOUNDS.length; index += 1)
      if (seconds <= (BOUNDS[index] as number)) {
        this.#counts[index] = (this.#counts[index] as number) + 1;
        return;
      }
  }

  values(): MetricValueWithName<string>[] {
    const labels = { ...this.#labels };
    let below = 0;
    const buckets = BOUNDS.map((le, index) => {
      below += this.#counts[index] as number;
      return { metricName: `${NAME}_bucket`, value: below, labels: { le, ...labels } };
    });
    return [
      ...buckets,
      { metricName: `${NAME}_bucket`, value: this.#count, labels: { le: '+Inf', ...labels } },
      { metricName: `${NAME}_sum`, value: this.#sum, labels },
      { metricName: `${NAME}_count`, value: this.#count, labels },
    ];
  }
}
