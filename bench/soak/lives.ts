import { treeHolds } from '../process/tree-usage.ts';
import { figuresOf, type LifeFigures, type Sample } from './node-life.ts';
import type { RunningNode, TwoNodes } from './two-nodes.ts';

/** A node's process between a start and its end. */
interface Life {
  node: number;
  startedAt: number;
  samples: Sample[];
}

/** Samples of a run's nodes, by process. */
export class Lives {
  readonly all: Life[] = [];
  readonly #site: TwoNodes;
  readonly #middle: number;

  /** `middle`: age in ms from which a node counts as warm. */
  constructor(site: TwoNodes, middle: number) {
    [this.#site, this.#middle] = [site, middle];
  }

  async sample(): Promise<void> {
    for (const [index, node] of this.#site.serving) {
      const sample = await sampleOf(node);
      // The node may have ended meanwhile.
      if (this.#site.serving.get(index) !== node) continue;
      let life = this.all.find(({ node: of, startedAt }) => of === index && startedAt === node.startedAt);
      if (!life) {
        life = { node: index, startedAt: node.startedAt, samples: [] };
        this.all.push(life);
      }
      life.samples.push(sample);
    }
  }

  /** Returns the figures of each sufficiently long life of a node. */
  figures(node: number): LifeFigures[] {
    return this.all
      .filter((life) => life.node === node)
      .flatMap(({ samples }) => figuresOf(samples, this.#middle) ?? []);
  }
}

async function sampleOf({ pid, url, startedAt }: RunningNode): Promise<Sample> {
  const age = Date.now() - startedAt;
  const held = await treeHolds(pid);
  const metrics = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  return {
    age,
    ...held,
    heap: read('nodejs_heap_size_used_bytes') / 1e6,
    loopDelay: read('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}
