import { MAX_PLACES } from '../contract/calls.ts';
import type { Place, Progress, Report } from '../contract/schemas.ts';

/** A report with what its page knows of the items around its droplet. */
export interface PlacedReport extends Report {
  waveId: number;
  oceanId: number;
  /** Droplets of the wave. */
  total: number;
}

type Summary = Pick<Progress, 'waves' | 'places'>;

const NOTHING: Summary = { waves: [], places: [] };

/** Summarizes reports as pages need them, one report for each droplet, on top of an earlier summary. */
export function summarize(reports: readonly PlacedReport[], earlier: Summary = NOTHING): Summary {
  const seenIn = new Map(
    earlier.waves.map((wave) => [wave.waveId, { ...wave, seen: new Set(wave.seen) }] as const),
  );
  const places = new Map(earlier.places.map((place) => [place.waveId, place]));
  for (const { dropletId, waveId, oceanId, total, position, seenAt, at } of reports) {
    if (seenAt !== null) {
      const wave = seenIn.get(waveId) ?? { waveId, oceanId, total, seen: new Set() };
      wave.seen.add(dropletId);
      seenIn.set(waveId, wave);
    }
    const place = places.get(waveId);
    const seen = seenIn.get(waveId)?.seen.has(dropletId) ?? false;
    if (!place || at >= place.at) places.set(waveId, { waveId, dropletId, position, seen, at });
  }
  return {
    waves: [...seenIn.values()].map((wave) => ({ ...wave, seen: [...wave.seen] })),
    places: newest([...places.values()]),
  };
}

const newest = (places: Place[]) => places.sort((a, b) => b.at - a.at).slice(0, MAX_PLACES);
