import cluster, { type Worker } from 'node:cluster';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/* /metrics of a machine with several processes: whichever worker is asked, the primary collects the figures of all and
   adds them up. The library's own collector gives up when one worker is just starting or ending; this one does without. */

type Figures = MetricObjectWithValues<MetricValue<string>>[];
type FromWorker = { wants: number } | { figures: Figures; for: number };
type ToWorker = { collect: number } | { text: string; for: number };

/** A worker that does not answer within this many ms is left out. */
const ANSWER_WITHIN = 2_000;

/** In the primary: answers workers that are asked for the figures of all. */
export function tellFigures(): void {
  let rounds = 0;
  const collecting = new Map<number, { figures: Figures[]; missing: Set<Worker>; done: () => void }>();
  const tell = async (asking: Worker, wanted: number) => {
    rounds += 1;
    const round = rounds;
    const missing = new Set(
      Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[],
    );
    const figures: Figures[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      collecting.set(round, { figures, missing, done });
      for (const worker of missing) worker.send({ collect: round } satisfies ToWorker);
    });
    collecting.delete(round);
    const text = await AggregatorRegistry.aggregate(figures).metrics();
    if (asking.isConnected()) asking.send({ text, for: wanted } satisfies ToWorker);
  };
  cluster.on('message', (worker, message: FromWorker) => {
    if ('wants' in message) void tell(worker, message.wants);
    if (!('figures' in message)) return;
    const round = collecting.get(message.for);
    round?.figures.push(message.figures);
    round?.missing.delete(worker);
    if (round?.missing.size === 0) round.done();
  });
}

/** How /metrics is read: a worker asks the primary; a single process knows it all itself. */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const say = (message: FromWorker) => process.send?.(message);
  const waiting = new Map<number, (text: string) => void>();
  process.on('message', async (message: ToWorker) => {
    if ('collect' in message)
      say({ figures: (await registry.getMetricsAsJSON().catch(() => [])) as Figures, for: message.collect });
    if (!('text' in message)) return;
    waiting.get(message.for)?.(message.text);
    waiting.delete(message.for);
  });
  let asked = 0;
  return () => {
    asked += 1;
    const wants = asked;
    return new Promise((resolve) => {
      waiting.set(wants, resolve);
      say({ wants });
    });
  };
}
