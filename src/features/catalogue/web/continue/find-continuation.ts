import type { MarkInWave, Progress, Stop } from '#features/progress/contract/schemas.ts';
import { isDue, returnsAt } from '#features/progress/shared/marks.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { tomorrow } from './not-today.ts';

/** Seconds before the last position at which a lesson goes on. */
const BEFORE = 3;

/** The droplet with which a reader continues a wave. */
export interface Continuation {
  droplet: Droplet;
  /** From 1. */
  number: number;
  total: number;
  /** Start position in the medium, in seconds. */
  seconds: number;
  /** The reader asked to see the droplet again, and its day has come. */
  again?: boolean;
}

/**
 * Finds what the first screen offers: the first droplet that is to be seen again, or where the reader goes
 * on. Null when nothing is left. Without `now`, in epoch ms, nothing returns.
 */
export async function findContinuation(
  { stops, waves, again }: Pick<Progress, 'stops' | 'waves' | 'again'>,
  dropletsIn: (waveId: number) => Promise<readonly Droplet[]>,
  now: number | null,
): Promise<Continuation | null> {
  for (const mark of again) {
    if (now === null || !isDue(mark, now)) continue;
    const found = returnIn(await dropletsIn(mark.waveId), mark);
    if (found) return found;
  }
  for (const stop of stops) {
    const seen = waves.find(({ waveId }) => waveId === stop.waveId)?.seen;
    const found = continuationIn(await dropletsIn(stop.waveId), stop, new Set(seen));
    if (found) return found;
  }
  return null;
}

/** Time of the next offer, in epoch ms; infinity: never. `sentAway`: a due one waits for tomorrow. */
export function nextOffer(again: readonly MarkInWave[], now: number, sentAway: boolean): number {
  const dueAt = sentAway ? tomorrow(now) : Number.POSITIVE_INFINITY;
  return Math.min(...again.map((mark) => (isDue(mark, now) ? dueAt : returnsAt(mark))));
}

/** Finds a droplet that is to be seen again. Null when it has gone or may not be opened now. */
function returnIn(droplets: readonly Droplet[], { dropletId }: MarkInWave): Continuation | null {
  const index = droplets.findIndex(({ id, locked }) => id === dropletId && !locked);
  const droplet = droplets[index];
  return droplet ? { droplet, number: index + 1, total: droplets.length, seconds: 0, again: true } : null;
}

/**
 * Finds where somebody goes on in a wave: in the droplet where they stopped, or after its end in the next
 * one that they may open and have not seen, from the wave's beginning if need be. Null when nothing is left.
 */
export function continuationIn(
  droplets: readonly Droplet[],
  stop: Stop,
  seen: ReadonlySet<number>,
): Continuation | null {
  const last = droplets.findIndex(({ id }) => id === stop.dropletId);
  const begun = droplets[last];
  const total = droplets.length;
  if (begun && !begun.locked && !stop.seen)
    return { droplet: begun, number: last + 1, total, seconds: Math.max(0, stop.position / 1000 - BEFORE) };
  const order = [...droplets.slice(last + 1), ...droplets.slice(0, last + 1)];
  const next = order.find(({ id, locked }) => !locked && !seen.has(id));
  return next ? { droplet: next, number: droplets.indexOf(next) + 1, total, seconds: 0 } : null;
}
