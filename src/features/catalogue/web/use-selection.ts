import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import type { Droplet, Ocean, Wave } from '../contract.ts';
import { dropletQuery, dropletsQuery, loadOceans, oceansQuery, waveQuery, wavesQuery } from './queries.ts';
import { readSelection, type Selection, selectionAddress, settle } from './selection.ts';

interface Selected {
  selection: Selection;
  /** Of the branch that is chosen; the others are not fetched. */
  oceans: UseQueryResult<Ocean[]>;
  waves: UseQueryResult<Wave[]>;
  droplets: UseQueryResult<Droplet[]>;
}

const NONE: Ocean[] = [];

/** The branch of the catalogue that the address chooses, fetched as far down as it is chosen. */
export function useSelection(): Selected {
  const api = useApi();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const asked = readSelection(search);
  const oceans = useQuery(oceansQuery(api));
  const list = oceans.data ?? NONE;

  const lone = useQuery({
    ...dropletQuery(api, asked.droplet ?? 0),
    enabled: asked.droplet !== null && asked.wave === null,
  });
  const waveId = asked.wave ?? lone.data?.waveId ?? null;
  const oceanThere = list.some(({ id }) => id === asked.ocean);
  const orphan = useQuery({
    ...waveQuery(api, waveId ?? 0),
    enabled: waveId !== null && oceans.isSuccess && !oceanThere,
  });
  const oceanId = oceanThere ? asked.ocean : (orphan.data?.oceanId ?? null);
  const waves = useQuery({ ...wavesQuery(api, oceanId ?? 0), enabled: oceanId !== null });
  const waveThere = waves.data?.some(({ id }) => id === waveId) ?? false;
  const droplets = useQuery({ ...dropletsQuery(api, waveId ?? 0), enabled: waveThere });

  const selection = settle(asked, {
    oceans: list,
    waveOfDroplet: lone.data === null ? null : lone.data?.waveId,
    oceanOfWave: orphan.data === null ? null : orphan.data?.oceanId,
    waves: waves.data,
    droplets: waveThere ? droplets.data : undefined,
  });
  const address = selectionAddress(path, search, selection);
  const query = new URLSearchParams(search);
  // The beginning of a long list says nothing of an ocean that it lacks.
  const whole = oceans.isSuccess && !oceans.isStale;
  const outOfStep = whole && address !== (query.size === 0 ? path : `${path}?${query}`);
  useEffect(() => {
    if (outOfStep) navigate(address, { replace: true, state: history.state });
  }, [outOfStep, address, navigate]);
  return { selection, oceans, waves, droplets };
}

/** For a page's `load`: all that `useSelection` will ask for; answers the droplets of the chosen wave. */
export async function loadSelection(context: LoadContext): Promise<Droplet[]> {
  const { api, queries, search } = context;
  const asked = readSelection(search);
  if (Object.values(asked).every((id) => id === null)) {
    await loadOceans(context);
    return [];
  }
  // Whether a chosen ocean exists only the whole list can tell.
  const oceans = await queries.fetchQuery(oceansQuery(api));
  const lone =
    asked.droplet !== null && asked.wave === null
      ? await queries.fetchQuery(dropletQuery(api, asked.droplet))
      : null;
  const waveId = asked.wave ?? lone?.waveId ?? null;
  let oceanId = oceans.some(({ id }) => id === asked.ocean) ? asked.ocean : null;
  if (oceanId === null && waveId !== null)
    oceanId = (await queries.fetchQuery(waveQuery(api, waveId)))?.oceanId ?? null;
  if (oceanId === null) return [];
  const waves = await queries.fetchQuery(wavesQuery(api, oceanId));
  if (waveId === null || !waves.some(({ id }) => id === waveId)) return [];
  return queries.fetchQuery(dropletsQuery(api, waveId));
}
