import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerJobs } from '../process/jobs.ts';
import { percentile } from '../report/statistics.ts';
import { ResponseReader } from './response-reader.ts';
import { runSteady, type SteadyJob } from './steady.ts';

/*
 * Generates load in a separate process (started by load.ts): on keep-alive connections, each request follows
 * the previous response immediately. steady.ts sends requests at given times.
 */

export interface LoadJob {
  port: number;
  /** Paths, requested in rotation. */
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  /** Length in ms. */
  duration: number;
  /** The expected status of every response. */
  status: number;
}

export interface Load {
  requests: number;
  /** Requests per second. */
  rate: number;
  /** Latency percentiles in ms. */
  p50: number;
  p99: number;
  /** The generator's share of its core, 0 to 1. Near 1 it measures itself. */
  busy: number;
}

async function run({ port, paths, headers, connections, duration, status }: LoadJob): Promise<Load> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`));
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const times: number[] = [];
  let sent = 0;
  const processor = process.cpuUsage();
  const begun = performance.now();
  const until = begun + duration;

  const keepAsking = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      const reader = new ResponseReader();
      let since = 0;
      const ask = () => {
        since = performance.now();
        socket.write(requests[sent++ % requests.length] as Buffer);
      };
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`The connection was closed while requesting ${paths[0]}`)));
      socket.on('data', (bytes) => {
        try {
          if (!reader.take(bytes)) return;
        } catch (error) {
          reject(error);
          return;
        }
        const now = performance.now();
        times.push(now - since);
        if (reader.status !== status)
          reject(new Error(`${paths[0]} answered ${reader.status}, not ${status}`));
        else if (now < until) ask();
        else resolve();
      });
      ask();
    });

  try {
    await Promise.all(sockets.map(keepAsking));
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  }
  const elapsed = performance.now() - begun;
  const { user, system } = process.cpuUsage(processor);
  const sorted = Float64Array.from(times).sort();
  return {
    requests: times.length,
    rate: times.length / (elapsed / 1000),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    busy: (user + system) / 1000 / elapsed,
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

answerJobs((job: LoadJob | SteadyJob): Promise<unknown> => ('streams' in job ? runSteady(job) : run(job)));
