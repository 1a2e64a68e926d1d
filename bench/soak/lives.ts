import { treeHolds } from '../process/tree-usage.ts';
import { figuresOf, type LifeFigures, type Sample } from './node-life.ts';
import type { RunningNode, TwoNodes } from './two-nodes.ts';

/** A node between two of its starts. */
interface Life {
  node: number;
  startedAt: number;
  samples: Sample[];
}

/** Samples of the nodes of a run, by their lives. */
export class Lives {
  readonly all: Life[] = [];
  readonly #site: TwoNodes;
  readonly #middle: number;

  /** `middle`: the age in ms from which on a node is warm. */
  constructor(site: TwoNodes, middle: number) {
    [this.#site, this.#middle] = [site, middle];
  }

  async sample(): Promise<void> {
    for (const [index, node] of this.#site.serving) {
      const sample = await sampleOf(node);
      // A node may end meanwhile.
      if (this.#site.serving.get(index) !== node) continue;
      let life = this.all.find(({ node: of, startedAt }) => of === index && startedAt === node.startedAt);
      if (!life) {
        life = { node: index, startedAt: node.startedAt, samples: [] };
        this.all.push(life);
      }
      life.samples.push(sample);
    }
  }

  /** Figures of each life of a node that was long enough. */
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
    (answer) => answer.text(),
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
