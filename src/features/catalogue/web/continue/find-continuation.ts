import type { MarkInWave, Progress, Stop } from '#features/progress/contract/schemas.ts';
import { isDue, returnsAt } from '#features/progress/shared/marks.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { tomorrow } from './not-today.ts';

/** Seconds that a lesson repeats before the last position. */
const REPEATED_SECONDS = 3;

/** The droplet with which a reader continues a wave. */
export interface Continuation {
  droplet: Droplet;
  /** From 1. */
  number: number;
  total: number;
  /** Start position in the medium, in seconds. */
  seconds: number;
  /** The reader asked to see the droplet again, and it is due. */
  again?: boolean;
}

/**
 * Finds the offer of the first screens: the first due mark, else the droplet with which the reader continues.
 * Null when nothing is left. Without `now` (epoch ms), marks are ignored.
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

/**
 * Returns the time of the next offer, in epoch ms; infinity for never. With `isDismissed`, due marks wait
 * until tomorrow.
 */
export function nextOffer(again: readonly MarkInWave[], now: number, isDismissed: boolean): number {
  const dueAt = isDismissed ? tomorrow(now) : Number.POSITIVE_INFINITY;
  return Math.min(...again.map((mark) => (isDue(mark, now) ? dueAt : returnsAt(mark))));
}

/** Finds the droplet of a mark. Null when it is gone or locked now. */
function returnIn(droplets: readonly Droplet[], { dropletId }: MarkInWave): Continuation | null {
  const index = droplets.findIndex(({ id, locked }) => id === dropletId && !locked);
  const droplet = droplets[index];
  return droplet ? { droplet, number: index + 1, total: droplets.length, seconds: 0, again: true } : null;
}

/**
 * Finds the droplet with which a reader continues a wave: the one where they stopped, or after its end the
 * next open and unseen one, starting over from the wave's beginning. Null when nothing is left.
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
    return {
      droplet: begun,
      number: last + 1,
      total,
      seconds: Math.max(0, stop.position / 1000 - REPEATED_SECONDS),
    };
  const order = [...droplets.slice(last + 1), ...droplets.slice(0, last + 1)];
  const next = order.find(({ id, locked }) => !locked && !seen.has(id));
  return next ? { droplet: next, number: droplets.indexOf(next) + 1, total, seconds: 0 } : null;
}
