import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApi } from '#platform/web/page.ts';
import type { TreeDroplet, TreeOcean, TreeWave } from '../contract.ts';
import { dropletsQuery, wavesQuery } from './queries.ts';
import { keyOf, linesOf, type TreeLine } from './tree-model.ts';
import { treeQuery } from './tree-queries.ts';

type TreeBranchWave = Omit<TreeWave, 'droplets'> & { droplets?: TreeDroplet[] | null };
type Opened = Readonly<Record<string, boolean>>;

export interface Tree {
  lines: TreeLine[];
  isOpen(key: string): boolean;
  setOpen(keys: readonly string[], open: boolean): void;
  /** Undefined while they are fetched, null when that failed. */
  wavesOf(ocean: TreeOcean): readonly TreeBranchWave[] | undefined | null;
  dropletsOf(wave: TreeBranchWave): readonly TreeDroplet[] | undefined | null;
}

/** What the reader has opened and closed is kept as long as the tab, so that they find it so when they come back. */
const OPENED_KEY = ['tree-opened'];

/**
 * The tree with what is open in it. Branches that came with the tree are open at first, as the page shows all of a
 * small catalogue; the others are fetched when they are opened.
 */
export function useTree(): { data: TreeOcean[] | undefined; isError: boolean; tree: Tree } {
  const api = useApi();
  const queries = useQueryClient();
  const { data, isError } = useQuery(treeQuery(api));
  const oceans = data ?? NONE;
  const [opened, setOpened] = useState<Opened>(() => queries.getQueryData<Opened>(OPENED_KEY) ?? {});

  const oceanIds = oceans
    .filter(({ id, waves }) => waves === null && opened[keyOf('ocean', id)])
    .map(({ id }) => id);
  const wavesByOcean = useQueries({
    queries: oceanIds.map((id) => wavesQuery(api, id)),
    combine: (results) => byId(oceanIds, results),
  });
  const waveIds = [...oceans.map(({ waves }) => waves), ...Object.values(wavesByOcean)]
    .flatMap((list): readonly TreeBranchWave[] => list ?? [])
    .filter(({ id, droplets }) => !droplets && opened[keyOf('wave', id)])
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
    const isOpen = (key: string) => opened[key] ?? included.has(key);
    const wavesOf: Tree['wavesOf'] = (ocean) => ocean.waves ?? wavesByOcean[ocean.id];
    const dropletsOf: Tree['dropletsOf'] = (wave) => wave.droplets ?? dropletsByWave[wave.id];
    return {
      lines: linesOf({
        oceans,
        wavesOf: (ocean) => wavesOf(ocean) ?? undefined,
        dropletsOf: (wave) => dropletsOf(wave as TreeBranchWave) ?? undefined,
        isOpen,
      }),
      isOpen,
      wavesOf,
      dropletsOf,
      setOpen(keys, open) {
        setOpened((before) => {
          const after = { ...before };
          for (const key of keys) after[key] = open;
          queries.setQueryData(OPENED_KEY, after);
          return after;
        });
      },
    };
  }, [oceans, opened, wavesByOcean, dropletsByWave, queries]);
  return { data, isError, tree };
}

const NONE: TreeOcean[] = [];

/** What was fetched for each id: undefined while it is on its way, null when that failed. */
const byId = <T>(
  ids: readonly number[],
  results: readonly { data: T | undefined; isError: boolean }[],
): Record<number, T | null | undefined> =>
  Object.fromEntries(results.map(({ data, isError }, place) => [ids[place], isError ? null : data]));
