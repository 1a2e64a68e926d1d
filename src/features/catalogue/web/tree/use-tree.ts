import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApi } from '#platform/web/page.ts';
import type { TreeDroplet, TreeOcean } from '../../contract/schemas.ts';
import { dropletsQuery, wavesQuery } from '../items/queries.ts';
import { type BranchWave, keyOf, linesOf, type TreeLine } from './tree-model.ts';
import { treeQuery } from './tree-queries.ts';

/** By key: whether the reader opened (true) or closed (false) a branch. */
type Toggled = Readonly<Record<string, boolean>>;

export interface Tree {
  lines: TreeLine[];
  isOpen(key: string): boolean;
  setOpen(keys: readonly string[], open: boolean): void;
  /** Undefined while they load, null when they failed to load. */
  wavesOf(ocean: TreeOcean): readonly BranchWave[] | undefined | null;
  dropletsOf(wave: BranchWave): readonly TreeDroplet[] | undefined | null;
}

/** Key of the toggled branches. The query cache holds them as long as the tab, for readers who come back. */
const TOGGLED_KEY = ['tree-toggled'];

/**
 * Loads the tree and tracks its open branches. Branches that the response includes are open at first, so
 * that the page shows all of a small catalogue. The others are fetched when they are opened.
 */
export function useTree(): { data: TreeOcean[] | undefined; isError: boolean; tree: Tree } {
  const api = useApi();
  const queries = useQueryClient();
  const { data, isError } = useQuery(treeQuery(api));
  const oceans = data ?? NO_OCEANS;
  const [toggled, setToggled] = useState<Toggled>(() => queries.getQueryData<Toggled>(TOGGLED_KEY) ?? {});

  const oceanIds = oceans
    .filter(({ id, waves }) => waves === null && toggled[keyOf('ocean', id)])
    .map(({ id }) => id);
  const wavesByOcean = useQueries({
    queries: oceanIds.map((id) => wavesQuery(api, id)),
    combine: (results) => byId(oceanIds, results),
  });
  const waveIds = [...oceans.map(({ waves }) => waves), ...Object.values(wavesByOcean)]
    .flatMap((list): readonly BranchWave[] => list ?? [])
    .filter(({ id, droplets }) => !droplets && toggled[keyOf('wave', id)])
    .map(({ id }) => id);
  const dropletsByWave = useQueries({
    queries: waveIds.map((id) => dropletsQuery(api, id)),
    combine: (results) => byId(waveIds, results),
  });

  const tree = useMemo((): Tree => {
    const included = new Set<string>();
    for (const ocean of oceans) {
      if (ocean.waves) included.add(keyOf('ocean', ocean.id));
      for (const wave of ocean.waves ?? []) if (wave.droplets) included.add(keyOf('wave', wave.id));
    }
    const isOpen = (key: string) => toggled[key] ?? included.has(key);
    const wavesOf: Tree['wavesOf'] = (ocean) => ocean.waves ?? wavesByOcean[ocean.id];
    const dropletsOf: Tree['dropletsOf'] = (wave) => wave.droplets ?? dropletsByWave[wave.id];
    return {
      lines: linesOf({
        oceans,
        wavesOf: (ocean) => wavesOf(ocean) ?? undefined,
        dropletsOf: (wave) => dropletsOf(wave) ?? undefined,
        isOpen,
      }),
      isOpen,
      wavesOf,
      dropletsOf,
      setOpen(keys, open) {
        setToggled((before) => {
          const after = { ...before };
          for (const key of keys) after[key] = open;
          queries.setQueryData(TOGGLED_KEY, after);
          return after;
        });
      },
    };
  }, [oceans, toggled, wavesByOcean, dropletsByWave, queries]);
  return { data, isError, tree };
}

const NO_OCEANS: TreeOcean[] = [];

/** Maps each id to its fetched list: undefined while it loads, null when it failed to load. */
const byId = <T>(
  ids: readonly number[],
  results: readonly { data: T | undefined; isError: boolean }[],
): Record<number, T | null | undefined> =>
  Object.fromEntries(results.map(({ data, isError }, index) => [ids[index], isError ? null : data]));
