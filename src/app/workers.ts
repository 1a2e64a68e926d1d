import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { tellFigures } from './worker-metrics.ts';

/* One machine, all its processors: a primary process that serves nothing itself starts workers, which share the port. */

/** The first pause before a worker that died is replaced, in ms; doubled each time it dies young. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;
/** A worker that lived this long, in ms, did not die of starting. */
const GROWN_UP = 60_000;
/** A worker ends by itself within 10 s of a stop signal; one that stands still is ended, in ms. */
const END_WITHIN = 11_000;

/** What a worker says once it serves. */
interface Ready {
  listening: string;
}

/**
 * Keeps `count` workers going until a stop signal, then ends when all of them have. The first is waited for: where it
 * cannot start, none can. `onReady` gets the address once people can be served.
 */
export async function keepWorkers(count: number, onReady: (url: string) => void): Promise<void> {
  const stopping = new AbortController();
  tellFigures();
  // What was to be told to a worker that has just died is no reason to die as well.
  cluster.on('fork', (worker) => worker.on('error', () => {}));
  let ready = 0;
  cluster.on('message', (_worker, { listening }: Partial<Ready>) => {
    if (listening === undefined) return;
    ready += 1;
    if (ready === count) process.stdout.write(`${count} processes serve it.\n`);
  });

  const stop = (signal: NodeJS.Signals) => {
    if (!stopping.signal.aborted) {
      process.stdout.write(`\n${signal}: finishing what was begun…\n`);
      setTimeout(() => killAll('SIGKILL'), END_WITHIN).unref();
    }
    stopping.abort();
    // A terminal has told them already; they take the same signal twice at once for one.
    killAll(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));

  const first = await startWorker(onReady);
  await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      let worker = place === 0 ? first : undefined;
      for (let pause = FIRST_PAUSE; !stopping.signal.aborted; ) {
        const born = Date.now();
        worker ??= cluster.fork();
        const end = await ended(worker);
        worker = undefined;
        if (stopping.signal.aborted) {
          // One that was just being born knows no clean stop, and needs none.
          if (!['exit code 0', 'SIGINT', 'SIGTERM', 'SIGHUP'].includes(end)) process.exitCode = 1;
          return;
        }
        pause = Date.now() - born > GROWN_UP ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
        console.error(`A worker ended (${end}); another one starts in ${pause / 1000} s.`);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
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
    worker.on('message', (message: Partial<Ready>) => {
      if (message.listening !== undefined) resolve(message.listening);
    });
    worker.once('exit', (code) => {
      // It has said why.
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

/** In a worker: tells the primary where people are served. */
export const announce = (url: string) => process.send?.({ listening: url } satisfies Ready);
