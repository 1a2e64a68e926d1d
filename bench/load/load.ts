import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LOAD_CORE, pinned } from '../process/cores.ts';
import type { Load, Order } from './generator.ts';

export type { Load };

const CONNECTIONS = 16;
const GENERATOR = join(import.meta.dirname, 'generator.ts');

type Question = Pick<Order, 'duration'> & { url: string } & Partial<
    Pick<Order, 'headers' | 'paths' | 'status' | 'connections'>
  >;

/** The process that makes the load. One for all rounds, so that it is warm for each of them. */
export class LoadGenerator {
  /** The highest share of a core that any load took. */
  busiest = 0;
  readonly #process: ChildProcess;

  constructor() {
    const [program = '', ...args] = pinned(LOAD_CORE, [process.execPath, GENERATOR]);
    this.#process = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Asks for an address, or for `paths` of its site in turns. Throws when an answer is not of that status. */
  async load({
    url,
    duration,
    paths,
    headers = {},
    status = 200,
    connections = CONNECTIONS,
  }: Question): Promise<Load> {
    const { port, pathname, search } = new URL(url);
    const order: Order = {
      port: Number(port),
      paths: paths ?? [pathname + search],
      headers,
      connections,
      duration,
      status,
    };
    this.#process.send(order);
    const [answer] = (await once(this.#process, 'message')) as [{ load: Load } | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    this.busiest = Math.max(this.busiest, answer.load.busy);
    return answer.load;
  }

  stop(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}
