import cluster, { type Worker } from 'node:cluster';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { READ_TIMEOUT } from '#platform/http/observe/metrics.ts';
import { HttpError } from '#platform/http/serve/errors.ts';

/*
 * /metrics of a machine with several processes. Any worker may get the request; the primary collects and
 * aggregates the metrics of all. prom-client's own collector fails while a worker starts or ends; this one
 * omits that worker.
 */

type Metrics = MetricObjectWithValues<MetricValue<string>>[];
type FromWorker = { request: number } | { metrics: Metrics; round: number };
type ToWorker = { collect: number } | { text: string; request: number };

/**
 * Maximum wait for a worker's metrics in ms; later ones are omitted. It exceeds a worker's wait for its
 * gauges, because all of them are that late while the database hangs.
 */
const ANSWER_TIMEOUT = 2 * READ_TIMEOUT;
/** Maximum wait of a worker for the primary, in ms. */
const COLLECT_TIMEOUT = ANSWER_TIMEOUT + READ_TIMEOUT;

/** Answers workers that request the metrics of all, in the primary. */
export function collectWorkerMetrics(): void {
  let rounds = 0;
  const collecting = new Map<number, { metrics: Metrics[]; missing: Set<Worker>; done: () => void }>();
  const answer = async (asking: Worker, request: number) => {
    rounds += 1;
    const round = rounds;
    const missing = new Set(
      Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[],
    );
    const metrics: Metrics[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_TIMEOUT);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      collecting.set(round, { metrics, missing, done });
      for (const worker of missing) worker.send({ collect: round } satisfies ToWorker);
    });
    collecting.delete(round);
    const text = await AggregatorRegistry.aggregate(metrics).metrics();
    if (asking.isConnected()) asking.send({ text, request } satisfies ToWorker);
  };
  cluster.on('message', (worker, message: FromWorker) => {
    if ('request' in message) void answer(worker, message.request);
    if (!('metrics' in message)) return;
    const round = collecting.get(message.round);
    round?.metrics.push(message.metrics);
    round?.missing.delete(worker);
    if (round?.missing.size === 0) round.done();
  });
}

/**
 * Returns a function that reads the metrics of all processes. A worker asks the primary; without a response
 * the function throws 503.
 */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const send = (message: FromWorker) => process.send?.(message);
  const waiting = new Map<number, (text: string) => void>();
  process.on('message', async (message: ToWorker) => {
    if ('collect' in message)
      send({
        metrics: withoutNaN((await registry.getMetricsAsJSON().catch(() => [])) as Metrics),
        round: message.collect,
      });
    if (!('text' in message)) return;
    waiting.get(message.request)?.(message.text);
    waiting.delete(message.request);
  });
  let requests = 0;
  return () => {
    requests += 1;
    const request = requests;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(request);
        reject(new HttpError('overloaded', 'The process that collects the metrics does not answer.'));
      }, COLLECT_TIMEOUT);
      waiting.set(request, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      send({ request });
    });
  };
}

/** Omits gauges that could not be read. As JSON they would become null and count as 0. */
const withoutNaN = (metrics: Metrics): Metrics =>
  metrics.map((metric) => ({
    ...metric,
    values: metric.values.filter(({ value }) => !Number.isNaN(value)),
  }));
