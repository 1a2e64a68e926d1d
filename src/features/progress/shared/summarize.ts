import { MAX_STOPS } from '../contract/calls.ts';
import type { Progress, Report, Stop } from '../contract/schemas.ts';

/** A report with its page's facts about the items around the droplet. */
export interface ReportInWave extends Report {
  waveId: number;
  oceanId: number;
  /** Droplets of the wave. */
  total: number;
}

type Summary = Pick<Progress, 'waves' | 'stops'>;

const NOTHING: Summary = { waves: [], stops: [] };

/** Summarizes reports, one for each droplet, on top of an earlier summary. */
export function summarize(reports: readonly ReportInWave[], earlier: Summary = NOTHING): Summary {
  const seenIn = new Map(
    earlier.waves.map((wave) => [wave.waveId, { ...wave, seen: new Set(wave.seen) }] as const),
  );
  const stops = new Map(earlier.stops.map((stop) => [stop.waveId, stop]));
  for (const { dropletId, waveId, oceanId, total, position, seenAt, at } of reports) {
    if (seenAt !== null) {
      const wave = seenIn.get(waveId) ?? { waveId, oceanId, total, seen: new Set() };
      wave.seen.add(dropletId);
      seenIn.set(waveId, wave);
    }
    const stop = stops.get(waveId);
    const seen = seenIn.get(waveId)?.seen.has(dropletId) ?? false;
    if (!stop || at >= stop.at) stops.set(waveId, { waveId, dropletId, position, seen, at });
  }
  return {
    waves: [...seenIn.values()].map((wave) => ({ ...wave, seen: [...wave.seen] })),
    stops: newest([...stops.values()]),
  };
}

/**
 * Summarizes the report of a lesson that is open now. Its stop is the last one even if this device's clock is
 * behind that of another.
 */
export function summarizeOpen(report: ReportInWave, earlier: Summary): Summary {
  const last = Math.max(...earlier.stops.map(({ at }) => at), 0);
  return summarize([{ ...report, at: Math.max(report.at, last + 1) }], earlier);
}

const newest = (stops: Stop[]) => stops.sort((a, b) => b.at - a.at).slice(0, MAX_STOPS);
