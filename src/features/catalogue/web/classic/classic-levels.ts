import type { Droplet, Ocean, Wave } from '../../contract/schemas.ts';
import type { Selection } from '../items/selection/selection.ts';
import { type ClassicNode, dropletNode, oceanNode, ROOT, waveNode } from './classic-node.ts';

/** The lists of the selected branch; undefined while they load. */
interface BranchLists {
  oceans: Ocean[] | undefined;
  waves: Wave[] | undefined;
  droplets: Droplet[] | undefined;
}

interface ClassicLevels {
  current: ClassicNode;
  /** Ancestors of the current node, from the root on. */
  history: ClassicNode[];
}

/** Builds the nodes from the root to the selected item, each with its children. */
export function classicLevels({ oceans, waves, droplets }: BranchLists, selection: Selection): ClassicLevels {
  const root: ClassicNode = { ...ROOT, childrenCount: oceans?.length ?? 0 };
  root.children = oceans?.map((item) => oceanNode(item, root));
  const ocean = root.children?.find(({ id }) => id === selection.ocean);
  if (!ocean) return { current: root, history: [] };
  ocean.children = waves?.map((item) => waveNode(item, ocean));
  const wave = ocean.children?.find(({ id }) => id === selection.wave);
  if (!wave) return { current: ocean, history: [root] };
  wave.children = droplets?.map((item) => dropletNode(item, wave));
  const droplet = wave.children?.find(({ id }) => id === selection.droplet);
  if (!droplet) return { current: wave, history: [root, ocean] };
  droplet.children = [];
  return { current: droplet, history: [root, ocean, wave] };
}
