import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ExplorerAction, type ExplorerState, explore } from './explorer.ts';
import { dropletNode, type ExplorerNode, oceanNode, ROOT, waveNode } from './explorer-node.ts';
import { NOTHING, type Selection, selectionAddress } from './selection.ts';
import { useSelection } from './use-selection.ts';

interface Explorer {
  state: ExplorerState<ExplorerNode>;
  failed: boolean;
  /** Takes a step, if the explorer is not locked. */
  take(action: ExplorerAction<ExplorerNode>): void;
  /** Where selecting a node leads, as an address. */
  addressOf(node: ExplorerNode): string;
}

/**
 * The hierarchy explorer over the address: the address says where a reader is, and each step is a new entry of the
 * browser's history.
 */
export function useExplorer(): Explorer {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { selection, oceans, waves, droplets } = useSelection();
  const lockedUntil = useRef(0);

  const trail = useMemo(() => {
    const root = { ...ROOT, childrenCount: oceans.data?.length ?? 0 };
    const levels = [root];
    const enter = (children: ExplorerNode[] | undefined, id: number | null) => {
      const level = levels.at(-1) as ExplorerNode;
      level.children = children;
      const chosen = children?.find((child) => child.id === id);
      if (chosen) levels.push(chosen);
      return chosen;
    };
    const ocean = enter(
      oceans.data?.map((item) => oceanNode(item, root)),
      selection.ocean,
    );
    const wave =
      ocean &&
      enter(
        waves.data?.map((item) => waveNode(item, ocean)),
        selection.wave,
      );
    const droplet =
      wave &&
      enter(
        droplets.data?.map((item) => dropletNode(item, wave)),
        selection.droplet,
      );
    if (droplet) droplet.children = [];
    return levels;
  }, [oceans.data, waves.data, droplets.data, selection.ocean, selection.wave, selection.droplet]);

  useLockOnFavorite(lockedUntil);
  const addressOf = (node: ExplorerNode) => selectionAddress(path, search, selectionOf(node));
  const state = (): ExplorerState<ExplorerNode> => ({
    current: trail.at(-1) as ExplorerNode,
    history: trail.slice(0, -1),
    depth: trail.length - 1,
    lockedUntil: lockedUntil.current,
  });
  return {
    state: state(),
    failed: [oceans, waves, droplets].some((query) => query.isError),
    take(action) {
      const before = state();
      const after = explore(before, action, performance.now());
      if (after === before) return;
      lockedUntil.current = after.lockedUntil;
      if (after.current !== before.current) navigate(addressOf(after.current));
    },
    addressOf,
  };
}

/** A node and what it lies in. */
function selectionOf(node: ExplorerNode): Selection {
  if (node.type === 'root') return NOTHING;
  const above = node.parent ? selectionOf(node.parent) : NOTHING;
  return { ...above, [node.type]: node.id };
}

/** A favorite that has just changed holds the next step back for a moment. */
function useLockOnFavorite(lockedUntil: { current: number }): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.options.mutationKey?.[0] !== '/api/favorites') return;
        const state = { current: null, history: [], depth: 0, lockedUntil: lockedUntil.current };
        lockedUntil.current = explore(state, { type: 'favorite' }, performance.now()).lockedUntil;
      }),
    [queries, lockedUntil],
  );
}
