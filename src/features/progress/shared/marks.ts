import { DAY } from '#platform/text/time-units.ts';
import type { Mark } from '../contract/schemas.ts';

/** Days before each return of a droplet marked "Again some day", counted from the return before. */
export const WAITS = [2, 7, 21, 60] as const;

/**
 * Time in ms by which a return is early, so that a wait begun in an evening ends in the morning of its last
 * day.
 */
export const EARLIER = DAY / 2;

/**
 * Joins two marks of one droplet. The later one wins; of two at the same time, the one with the earlier
 * return. Commutative and idempotent, so a mark may arrive late or twice.
 */
export function mergeMarks<M extends Mark>(a: M, b: M): M {
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return rank(a) <= rank(b) ? a : b;
}

const rank = ({ step }: Mark) => step ?? WAITS.length;

/** Joins marks into one for each droplet. */
export function mergeAllMarks<M extends Mark>(marks: readonly M[]): M[] {
  const merged = new Map<number, M>();
  for (const mark of marks) {
    const other = merged.get(mark.dropletId);
    merged.set(mark.dropletId, other ? mergeMarks(other, mark) : mark);
  }
  return [...merged.values()];
}

/** Returns the time of a droplet's next offer, in epoch ms; infinity for never. */
export const returnsAt = ({ step, at }: Mark): number =>
  step === null ? Number.POSITIVE_INFINITY : at + (WAITS[step] ?? 0) * DAY - EARLIER;

/** Whether a droplet's next offer is due. */
export const isDue = (mark: Mark, now: number): boolean => now >= returnsAt(mark);

/** Returns a droplet's mark after its end was seen: a due mark starts the next wait. */
export function afterSeen<M extends Mark>(mark: M, now: number): M {
  if (mark.step === null || !isDue(mark, now)) return mark;
  return { ...mark, step: mark.step + 1 < WAITS.length ? mark.step + 1 : null, at: now };
}
