import type { Place } from '#features/progress/contract/schemas.ts';
import type { Droplet } from '../../contract/schemas.ts';

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
}

/**
 * Finds where somebody goes on in a wave: in the droplet of their last place, or after its end in the next
 * one that they may open and have not seen, from the wave's beginning if need be. Null when nothing is left.
 */
export function continuationIn(
  droplets: readonly Droplet[],
  place: Place,
  seen: ReadonlySet<number>,
): Continuation | null {
  const last = droplets.findIndex(({ id }) => id === place.dropletId);
  const begun = droplets[last];
  const total = droplets.length;
  if (begun && !begun.locked && !place.seen)
    return { droplet: begun, number: last + 1, total, seconds: Math.max(0, place.position / 1000 - BEFORE) };
  const order = [...droplets.slice(last + 1), ...droplets.slice(0, last + 1)];
  const next = order.find(({ id, locked }) => !locked && !seen.has(id));
  return next ? { droplet: next, number: droplets.indexOf(next) + 1, total, seconds: 0 } : null;
}
