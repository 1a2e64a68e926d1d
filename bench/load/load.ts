import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LOAD_CORE, pinned } from '../process/cores.ts';
import type { Load, LoadJob } from './generator.ts';

export type { Load };

const CONNECTIONS = 16;
const GENERATOR = join(import.meta.dirname, 'generator.ts');

type LoadOptions = Pick<LoadJob, 'duration'> & { url: string } & Partial<
    Pick<LoadJob, 'headers' | 'paths' | 'status' | 'connections'>
  >;

/** The load generator's process. One for all rounds, so that it stays warm. */
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
    this.#process.send(job);
    const [answer] = (await once(this.#process, 'message')) as [{ load: Load } | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    this.busiest = Math.max(this.busiest, answer.load.busy);
    return answer.load;
  }

  stop(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}
