import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { nodesFile, startNginx } from '#test/shared-cache/nginx-proxy.ts';
import { untilServed } from '../../faults/load.ts';
import { type NodeSetup, type SiteNode, startNode } from '../../faults/site-node.ts';

/*
 * Two nodes behind nginx with deploy/nginx.conf, restarted by the steps in docs/operations.md, "Behind
 * nginx".
 */

/** Same value as in deploy/. */
const SHUTDOWN_DELAY = '3000';
/** Pause after nginx has reloaded its list of nodes, in ms. */
const SETTLE = 3_000;
/** RestartSec of the systemd unit, in ms. */
const RESTART_AFTER = 2_000;
const READY_WITHIN = 60_000;

export interface RunningNode extends SiteNode {
  /** Epoch milliseconds. */
  startedAt: number;
}

export class TwoNodes {
  readonly url: string;
  readonly #folder: string;
  readonly #nginx: ChildProcess;
  readonly #setups: readonly NodeSetup[];
  /** Nodes by index; undefined during a restart. */
  readonly #nodes: (RunningNode | undefined)[] = [];
  /** Starts and stops in progress, for which `stop` waits. */
  readonly #underWay = new Set<Promise<unknown>>();
  #isStopped = false;

  private constructor(folder: string, setups: readonly NodeSetup[], nginx: ChildProcess, url: string) {
    [this.#folder, this.#setups, this.#nginx, this.url] = [folder, setups, nginx, url];
  }

  /**
   * Starts both nodes, one after the other. `folder` is for nginx's files. Without `databaseUrl` the nodes
   * share an SQLite file in `dataDir`.
   */
  static async start(folder: string, dataDir: string, databaseUrl?: string): Promise<TwoNodes> {
    const setups: NodeSetup[] = [];
    for (let node = 0; node < 2; node += 1)
      setups.push({
        port: await freePort(),
        dataDir,
        ...(databaseUrl && { databaseUrl }),
        environment: { SHUTDOWN_DELAY, FFMPEG: 'off', LOG_LEVEL: 'warn' },
      });
    const [http, port] = [await freePort(), await freePort()];
    const addresses = setups.map((setup) => `127.0.0.1:${setup.port}`);
    const nginx = startNginx({ folder, nodes: addresses, http, https: port, plain: true });
    const site = new TwoNodes(folder, setups, nginx, `http://127.0.0.1:${port}`);
    try {
      for (const index of setups.keys()) await site.#start(index);
    } catch (error) {
      await site.stop();
      throw error;
    }
    return site;
  }

  /** Running nodes, by index. */
  get serving(): ReadonlyMap<number, RunningNode> {
    const running = this.#nodes.entries().flatMap(([index, node]) => (node ? [[index, node] as const] : []));
    return new Map(running);
  }

  /** Removes a node from nginx's list, restarts it, and adds it again. Returns how the process ended. */
  async restart(index: number): Promise<string> {
    await this.#list(index, 'down');
    await sleep(SETTLE);
    const end = await this.#untilDone(this.#take(index).stop());
    await this.#start(index);
    await this.#list(index, 'up');
    await sleep(SETTLE);
    return end;
  }

  /** Kills a node, and starts it again as its unit would. */
  async kill(index: number): Promise<void> {
    await this.#untilDone(this.#take(index).kill());
    await sleep(RESTART_AFTER);
    await this.#start(index);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#underWay);
    await Promise.all(this.#nodes.map((node) => node?.stop()));
    if (this.#nginx.exitCode !== null || this.#nginx.signalCode !== null) return;
    const ended = once(this.#nginx, 'exit');
    this.#nginx.kill('SIGTERM');
    await ended;
  }

  async #start(index: number): Promise<void> {
    if (this.#isStopped) throw new Error('The run has ended.');
    const setup = this.#setups[index] as NodeSetup;
    const starting = startNode(setup).then((node) => {
      this.#nodes[index] = { ...node, startedAt: Date.now() };
      return node;
    });
    const { url } = await this.#untilDone(starting);
    await untilServed(url, READY_WITHIN);
  }

  #untilDone<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  #take(index: number): RunningNode {
    const node = this.#nodes[index];
    if (!node) throw new Error(`Node ${index + 1} does not run.`);
    this.#nodes[index] = undefined;
    return node;
  }

  /** Marks a node as down or up in the list, and reloads nginx. */
  async #list(index: number, state: 'down' | 'up'): Promise<void> {
    const file = nodesFile(this.#folder);
    const isOfNode = (line: string) => line.includes(`:${this.#setups[index]?.port} `);
    const lines = (await readFile(file, 'utf8')).split('\n').map((line) => {
      if (!isOfNode(line)) return line;
      return state === 'down' ? line.replace(';', ' down;') : line.replace(' down;', ';');
    });
    await writeFile(file, lines.join('\n'));
    this.#nginx.kill('SIGHUP');
  }
}
