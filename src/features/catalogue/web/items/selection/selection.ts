import { readId, withQuery, writeId } from './address-query.ts';

/** The selected ocean, its selected wave and that wave's selected droplet. The page's address holds it. */
export interface Selection {
  ocean: number | null;
  wave: number | null;
  droplet: number | null;
}

export const NO_SELECTION: Selection = { ocean: null, wave: null, droplet: null };

const LEVELS = ['ocean', 'wave', 'droplet'] as const;

/** Reads a selection from a query. A value that is not an id counts as absent. */
export function readSelection(search: string | URLSearchParams): Selection {
  const query = new URLSearchParams(search);
  return {
    ocean: readId(query, 'ocean'),
    wave: readId(query, 'wave'),
    droplet: readId(query, 'droplet'),
  };
}

/** Returns the page's address with this selection; all other parameters stay. */
export function selectionAddress(path: string, search: string, selection: Selection): string {
  const query = new URLSearchParams(search);
  for (const level of LEVELS) writeId(query, level, selection[level]);
  return withQuery(path, query);
}

type Ids = readonly { id: number }[];

/** Items loaded so far; undefined while they load. */
export interface LoadedItems {
  oceans: Ids;
  /** Parent of the requested droplet; null when there is no such droplet. */
  waveOfDroplet?: number | null;
  /** Parent of the requested wave; null when there is no such wave. */
  oceanOfWave?: number | null;
  /** Waves of the selected ocean. */
  waves?: Ids;
  /** Droplets of the selected wave. */
  droplets?: Ids;
}

const mayContain = (items: Ids | undefined, id: number) =>
  items === undefined || items.some((item) => item.id === id);

/**
 * Makes a requested selection consistent: removes ids of missing items and of other branches. A wave or
 * droplet requested without its parents selects them too.
 */
export function resolveSelection(requested: Selection, loaded: LoadedItems): Selection {
  const wave = requested.wave ?? (requested.droplet === null ? null : (loaded.waveOfDroplet ?? null));
  const existing = loaded.oceans.some(({ id }) => id === requested.ocean) ? requested.ocean : null;
  const ocean = existing ?? (wave === null ? null : (loaded.oceanOfWave ?? null));
  if (ocean === null || !mayContain(loaded.oceans, ocean))
    return { ...NO_SELECTION, ...unresolved(requested, wave, loaded) };
  if (wave === null) return { ocean, wave, droplet: unresolved(requested, wave, loaded).droplet };
  if (!mayContain(loaded.waves, wave)) return { ...NO_SELECTION, ocean };
  const { droplet } = requested;
  return { ocean, wave, droplet: droplet !== null && mayContain(loaded.droplets, droplet) ? droplet : null };
}

/** The part of a request without parents that stays in the address while its items load. */
function unresolved(
  requested: Selection,
  wave: number | null,
  loaded: LoadedItems,
): Omit<Selection, 'ocean'> {
  const waveLoads = wave !== null && loaded.oceanOfWave === undefined;
  const dropletLoads = wave === null ? loaded.waveOfDroplet === undefined : waveLoads;
  return { wave: waveLoads ? requested.wave : null, droplet: dropletLoads ? requested.droplet : null };
}
