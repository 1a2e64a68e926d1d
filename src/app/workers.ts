import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { collectWorkerMetrics } from './worker-metrics.ts';

/* A primary process starts workers, which share the port. It serves nothing itself. */

/**
 * Backoff before a dead worker is replaced, in ms. It doubles each time a worker dies soon after its start.
 */
const FIRST_BACKOFF = 100;
const MAX_BACKOFF = 30_000;
/** Lifetime of a worker in ms that resets the backoff. */
const STABLE_AFTER = 60_000;
/**
 * Time in ms beyond the shutdown delay after which a hanging worker is killed. A worker needs at most 10 s.
 */
const KILL_AFTER = 11_000;

/** Sent by a worker when it serves. */
interface ReadyMessage {
  listening: string;
}

/**
 * Keeps `workers` processes running until a stop signal, then ends after all of them. Starts the first one
 * alone, because if it cannot start, none can. Calls `onReady` with the URL when the site is served.
 */
export async function keepWorkers(
  { workers: count, shutdownDelay }: Pick<Config, 'workers' | 'shutdownDelay'>,
  onReady: (url: string) => void,
): Promise<void> {
  const stopping = new AbortController();
  collectWorkerMetrics();
  // A message to a dead worker must not end the primary.
  cluster.on('fork', (worker) => worker.on('error', () => {}));
  let ready = 0;
  cluster.on('message', (_worker, { listening }: Partial<ReadyMessage>) => {
    if (listening === undefined) return;
    ready += 1;
    if (ready === count) process.stdout.write(`${count} processes serve it.\n`);
  });

  const stop = (signal: NodeJS.Signals) => {
    if (!stopping.signal.aborted) {
      process.stdout.write(`\n${signal}: finishing open requests…\n`);
      setTimeout(() => killAll('SIGKILL'), shutdownDelay + KILL_AFTER).unref();
    }
    stopping.abort();
    // A terminal sends the signal to the whole process group. Workers ignore the duplicate.
    killAll(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));

  const first = await startWorker(onReady);
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      let worker = index === 0 ? first : undefined;
      for (let backoff = FIRST_BACKOFF; !stopping.signal.aborted; ) {
        const startedAt = Date.now();
        worker ??= cluster.fork();
        const end = await ended(worker);
        worker = undefined;
        if (stopping.signal.aborted) {
          // A worker killed during start-up exits by signal. That is not an error.
          if (!['exit code 0', 'SIGINT', 'SIGTERM', 'SIGHUP'].includes(end)) process.exitCode = 1;
          return;
        }
        backoff = Date.now() - startedAt > STABLE_AFTER ? FIRST_BACKOFF : Math.min(backoff * 2, MAX_BACKOFF);
        console.error(`A worker ended (${end}); another one starts in ${backoff / 1000} s.`);
        await sleep(backoff, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }),
  );
  process.exit();
}

function killAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

async function startWorker(onReady: (url: string) => void): Promise<Worker> {
  const worker = cluster.fork();
  let url: string | undefined;
  url = await new Promise<string>((resolve) => {
    worker.on('message', (message: Partial<ReadyMessage>) => {
      if (message.listening !== undefined) resolve(message.listening);
    });
    worker.once('exit', (code) => {
      // The worker has printed the reason.
      if (url === undefined) process.exit(code || 1);
    });
  });
  onReady(url);
  return worker;
}

const ended = (worker: Worker) =>
  new Promise<string>((resolve) =>
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  );

/** Sends the URL from a worker to the primary. */
export const announce = (url: string) => process.send?.({ listening: url } satisfies ReadyMessage);
