/** Which ocean, which wave in it and which droplet in that are chosen; the address holds it. */
export interface Selection {
  ocean: number | null;
  wave: number | null;
  droplet: number | null;
}

export const NOTHING: Selection = { ocean: null, wave: null, droplet: null };

const NAMES = ['ocean', 'wave', 'droplet'] as const;

/** Anything that is no id is nothing. */
export function readSelection(search: string | URLSearchParams): Selection {
  const query = new URLSearchParams(search);
  const id = (name: string) => {
    const value = query.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
  };
  return { ocean: id('ocean'), wave: id('wave'), droplet: id('droplet') };
}

/** The same page with this selection; whatever else the query says stays. */
export function selectionAddress(path: string, search: string, selection: Selection): string {
  const query = new URLSearchParams(search);
  for (const name of NAMES) {
    const id = selection[name];
    if (id === null) query.delete(name);
    else query.set(name, String(id));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

type Ids = readonly { id: number }[];

/** What is known so far; undefined where the answer is not here yet. */
export interface Known {
  oceans: Ids;
  /** Of the droplet and of the wave that were asked for: the parent, or null when there is no such item. */
  waveOfDroplet?: number | null;
  oceanOfWave?: number | null;
  /** Of the chosen ocean and of the chosen wave. */
  waves?: Ids;
  droplets?: Ids;
}

const holds = (items: Ids | undefined, id: number) =>
  items === undefined || items.some((one) => one.id === id);

/**
 * What an address really chooses: values that name nothing, or something of another branch, are dropped; a wave or a
 * droplet that comes without its parents brings them along.
 */
export function settle(asked: Selection, known: Known): Selection {
  const wave = asked.wave ?? (asked.droplet === null ? null : (known.waveOfDroplet ?? null));
  const wanted = asked.ocean !== null && holds(known.oceans, asked.ocean) ? asked.ocean : null;
  const ocean = wanted ?? (wave === null ? null : (known.oceanOfWave ?? null));
  if (ocean === null || !holds(known.oceans, ocean)) return { ...NOTHING, ...waitFor(asked, wave, known) };
  if (wave === null || !holds(known.waves, wave))
    return { ocean, wave: null, droplet: wave === null ? waitFor(asked, wave, known).droplet : null };
  const droplet = asked.droplet !== null && holds(known.droplets, asked.droplet) ? asked.droplet : null;
  return { ocean, wave, droplet };
}

/** Without its parents, an item stays only until it is known whether it is there. */
function waitFor(asked: Selection, wave: number | null, known: Known): Omit<Selection, 'ocean'> {
  const waveWaits = wave !== null && known.oceanOfWave === undefined;
  const dropletWaits = wave === null ? known.waveOfDroplet === undefined : waveWaits;
  return { wave: waveWaits ? asked.wave : null, droplet: dropletWaits ? asked.droplet : null };
}
