import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isInnerCall } from './inner-call.ts';
import { RequestDurations } from './request-durations.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What this process measures. Features add what they know: see {@link addGauge}, or prom-client's own. */
    metrics: Registry;
  }
}

/** A registry that knows the process already: memory, processor, event-loop delay, garbage collection. */
export function newMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

interface GaugeSetup {
  name: string;
  help: string;
  /**
   * Asked each time that somebody looks. What cannot be told then (the database is away) is NaN, so that the other
   * figures are still seen.
   */
  read(): number | Promise<number>;
  /** How the workers of one machine add up; `max` for what all of them see alike, such as a queue in the database. */
  together?: 'sum' | 'max';
}

/** A figure that is read when it is asked for. */
export function addGauge(registry: Registry, { name, help, read, together = 'max' }: GaugeSetup): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    aggregator: together,
    async collect() {
      this.set(await within(READ_WITHIN, read));
    },
  });
}

const READ_WITHIN = 2_000;

async function within(ms: number, read: () => number | Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(Number.NaN), ms);
  });
  try {
    return await Promise.race([read(), tooLate]);
  } catch {
    return Number.NaN;
  } finally {
    clearTimeout(timer);
  }
}

/** One finished request: for answers that are given before the router is reached. */
export type ObserveRequest = (method: string, route: string, status: number, ms: number) => void;

/**
 * Measures every request under its route's pattern, never under its address: the number of series stays bounded. What a
 * page asks the application itself is part of that page and not counted again. Answers how to count what passes by.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): ObserveRequest {
  const durations = new RequestDurations(registry);
  const observe: ObserveRequest = (method, route, status, ms) => durations.observe(method, route, status, ms);
  let inProgress = 0;
  addGauge(registry, {
    name: 'http_requests_in_progress',
    help: 'Requests that have begun and not been answered whole',
    read: () => inProgress,
    together: 'sum',
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose client went away before the answer was whole',
    registers: [registry],
  });
  app.addHook('onRequest', async (request) => {
    if (!isInnerCall(request)) inProgress += 1;
  });
  app.addHook('onRequestAbort', async (_request) => aborted.inc());
  app.addHook('onResponse', async (request, reply) => {
    if (isInnerCall(request)) return;
    inProgress -= 1;
    observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime);
  });
  return observe;
}
