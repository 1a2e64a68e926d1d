import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** The metrics of this process. Features add metrics with {@link addGauge}. */
    metrics: Registry;
  }
}

let ofProcess: Registry | undefined;

/**
 * Creates a registry with the process's own metrics: memory, CPU, event loop, garbage collection. All
 * registries share these, because the library measures them until the process ends.
 */
export function newMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const registry = new Registry();
  for (const { name } of ofProcess.getMetricsAsArray())
    registry.registerMetric(ofProcess.getSingleMetric(name) as Metric);
  return registry;
}

interface GaugeSetup {
  name: string;
  help: string;
  /** Called on each scrape. A failure or timeout becomes NaN, so that the other metrics are still served. */
  read(): number | Promise<number>;
  /**
   * Sum or maximum over the workers of one machine. `max` is for a value that all of them share, such as the
   * length of a queue in the database.
   */
  together?: 'sum' | 'max';
}

/** Adds a gauge that is read on each scrape. */
export function addGauge(registry: Registry, { name, help, read, together = 'max' }: GaugeSetup): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    aggregator: together,
    async collect() {
      this.set(await readWithin(READ_TIMEOUT, read));
    },
  });
}

/** Timeout of reading one gauge, in ms. */
export const READ_TIMEOUT = 2_000;

async function readWithin(ms: number, read: () => number | Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(Number.NaN), ms);
  });
  try {
    return await Promise.race([read(), timeout]);
  } catch {
    return Number.NaN;
  } finally {
    clearTimeout(timer);
  }
}
