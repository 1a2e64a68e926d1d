import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addFavorite } from '#features/favorites/contract/calls.ts';
import { NO_SELECTION, type Selection, selectionAddress } from '../items/selection/selection.ts';
import { useSelection } from '../items/selection/use-selection.ts';
import { classicLevels } from './classic-levels.ts';
import type { ClassicNode } from './classic-node.ts';
import { type ClassicAction, type ClassicState, nextState } from './classic-state.ts';

interface Classic {
  state: ClassicState<ClassicNode>;
  /** A list of the selected branch failed to load. */
  failed: boolean;
  /** Takes a step, unless steps are locked. */
  take(action: ClassicAction<ClassicNode>): void;
  /** Returns the address of the level below a node. */
  addressOf(node: ClassicNode): string;
}

/**
 * Connects the Classic layout with the address, which holds the current node. Each step adds a history
 * entry.
 */
export function useClassic(): Classic {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { selection, oceans, waves, droplets } = useSelection();
  const { ocean, wave, droplet } = selection;
  const lockedUntil = useRef(0);

  const { current, history } = useMemo(
    () =>
      classicLevels(
        { oceans: oceans.data, waves: waves.data, droplets: droplets.data },
        { ocean, wave, droplet },
      ),
    [oceans.data, waves.data, droplets.data, ocean, wave, droplet],
  );

  useLockOnFavorite(lockedUntil);
  const addressOf = (node: ClassicNode) => selectionAddress(path, search, selectionOf(node));
  const state = (): ClassicState<ClassicNode> => ({
    current,
    history,
    depth: history.length,
    lockedUntil: lockedUntil.current,
  });
  return {
    state: state(),
    failed: [oceans, waves, droplets].some((query) => query.isError),
    take(action) {
      const before = state();
      const after = nextState(before, action, performance.now());
      if (after === before) return;
      lockedUntil.current = after.lockedUntil;
      if (after.current !== before.current) navigate(addressOf(after.current));
    },
    addressOf,
  };
}

/** Selects a node and its ancestors. */
function selectionOf(node: ClassicNode): Selection {
  if (node.type === 'root') return NO_SELECTION;
  return { ...selectionOf(node.parent), [node.type]: node.id };
}

/** Locks the steps for a moment after a favorite has changed. */
function useLockOnFavorite(lockedUntil: { current: number }): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.options.mutationKey?.[0] !== addFavorite.path) return;
        const state = { current: null, history: [], depth: 0, lockedUntil: lockedUntil.current };
        lockedUntil.current = nextState(state, { type: 'favorite' }, performance.now()).lockedUntil;
      }),
    [queries, lockedUntil],
  );
}
