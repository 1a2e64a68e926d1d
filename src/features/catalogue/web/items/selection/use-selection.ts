import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import type { Droplet, Ocean, Wave } from '../../../contract/schemas.ts';
import { dropletQuery, dropletsQuery, loadOceans, oceansQuery, waveQuery, wavesQuery } from '../queries.ts';
import { withQuery } from './address-query.ts';
import { readSelection, resolveSelection, type Selection, selectionAddress } from './selection.ts';

interface SelectedBranch {
  selection: Selection;
  oceans: UseQueryResult<Ocean[]>;
  /** Waves of the selected ocean. */
  waves: UseQueryResult<Wave[]>;
  /** Droplets of the selected wave. */
  droplets: UseQueryResult<Droplet[]>;
}

const NO_OCEANS: Ocean[] = [];

/**
 * Reads the selection from the address, fetches the selected branch, and corrects an inconsistent address.
 */
export function useSelection(): SelectedBranch {
  const api = useApi();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const requested = readSelection(search);
  const oceans = useQuery(oceansQuery(api));
  const list = oceans.data ?? NO_OCEANS;

  const droplet = useQuery({
    ...dropletQuery(api, requested.droplet ?? 0),
    enabled: requested.droplet !== null && requested.wave === null,
  });
  const waveId = requested.wave ?? droplet.data?.waveId ?? null;
  const oceanExists = list.some(({ id }) => id === requested.ocean);
  const wave = useQuery({
    ...waveQuery(api, waveId ?? 0),
    enabled: waveId !== null && oceans.isSuccess && !oceanExists,
  });
  const oceanId = oceanExists ? requested.ocean : (wave.data?.oceanId ?? null);
  const waves = useQuery({ ...wavesQuery(api, oceanId ?? 0), enabled: oceanId !== null });
  const waveExists = waves.data?.some(({ id }) => id === waveId) ?? false;
  const droplets = useQuery({ ...dropletsQuery(api, waveId ?? 0), enabled: waveExists });

  const selection = resolveSelection(requested, {
    oceans: list,
    waveOfDroplet: droplet.data === null ? null : droplet.data?.waveId,
    oceanOfWave: wave.data === null ? null : wave.data?.oceanId,
    waves: waves.data,
    droplets: waveExists ? droplets.data : undefined,
  });
  const address = selectionAddress(path, search, selection);
  // A stale list may be the server's first part: an ocean that it lacks may exist.
  const complete = oceans.isSuccess && !oceans.isStale;
  const inconsistent = complete && address !== withQuery(path, new URLSearchParams(search));
  useEffect(() => {
    if (inconsistent) navigate(address, { replace: true, state: history.state });
  }, [inconsistent, address, navigate]);
  return { selection, oceans, waves, droplets };
}

/** Loads everything that `useSelection` fetches. Returns the droplets of the selected wave. */
export async function loadSelection(context: LoadContext): Promise<Droplet[]> {
  const { api, queries, search } = context;
  const requested = readSelection(search);
  if (Object.values(requested).every((id) => id === null)) {
    await loadOceans(context);
    return [];
  }
  // Only the whole list shows whether the requested ocean exists.
  const oceans = await queries.fetchQuery(oceansQuery(api));
  const droplet =
    requested.droplet !== null && requested.wave === null
      ? await queries.fetchQuery(dropletQuery(api, requested.droplet))
      : null;
  const waveId = requested.wave ?? droplet?.waveId ?? null;
  let oceanId = oceans.some(({ id }) => id === requested.ocean) ? requested.ocean : null;
  if (oceanId === null && waveId !== null)
    oceanId = (await queries.fetchQuery(waveQuery(api, waveId)))?.oceanId ?? null;
  if (oceanId === null) return [];
  const waves = await queries.fetchQuery(wavesQuery(api, oceanId));
  if (waveId === null || !waves.some(({ id }) => id === waveId)) return [];
  return queries.fetchQuery(dropletsQuery(api, waveId));
}
