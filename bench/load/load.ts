import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { LOAD_CORE, pinned } from '../process/cores.ts';
import { askFor } from '../process/jobs.ts';
import type { Load, LoadJob } from './generator.ts';
import type { Latencies, SteadyJob, SteadyRequest, Stream } from './steady.ts';

export type { Latencies, Load, SteadyRequest, Stream };

const CONNECTIONS = 16;
const GENERATOR = join(import.meta.dirname, 'generator.ts');

type LoadOptions = Pick<LoadJob, 'duration'> & { url: string } & Partial<
    Pick<LoadJob, 'headers' | 'paths' | 'status' | 'connections'>
  >;

/** Process of the load generator. All rounds use the same process, so that it is warm. */
export class LoadGenerator {
  /** The generator's highest share of its core so far, 0 to 1. */
  busiest = 0;
  readonly #process: ChildProcess;

  constructor() {
    const [program = '', ...args] = pinned(LOAD_CORE, [process.execPath, GENERATOR]);
    this.#process = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Requests a URL, or `paths` of its site in rotation. Throws on another status. */
  async load({
    url,
    duration,
    paths,
    headers = {},
    status = 200,
    connections = CONNECTIONS,
  }: LoadOptions): Promise<Load> {
    const { port, pathname, search } = new URL(url);
    const job: LoadJob = {
      port: Number(port),
      paths: paths ?? [pathname + search],
      headers,
      connections,
      duration,
      status,
    };
    const load = await this.#run<Load>(job);
    this.busiest = Math.max(this.busiest, load.busy);
    return load;
  }

  /**
   * Sends streams of requests to a site within `duration` ms, at times that do not depend on the site's
   * speed.
   */
  steady(url: string, duration: number, streams: Stream[]): Promise<Latencies[]> {
    return this.#run({ port: Number(new URL(url).port), duration, streams });
  }

  #run<T>(job: LoadJob | SteadyJob): Promise<T> {
    return askFor(this.#process, job);
  }

  stop(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}
