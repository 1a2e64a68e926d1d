import { DAY } from '#platform/text/time-units.ts';
import type { Mark } from '../contract/schemas.ts';

/** Days after which a droplet with the mark "Again some day" returns, each counted from the return before. */
export const WAITS = [2, 7, 21, 60] as const;

/** Time in ms by which a return comes early: a wait begun in an evening ends in its last day's morning. */
export const EARLIER = DAY / 2;

/**
 * Joins two marks of one droplet: the later one counts, of two at the same time the one that asks. Order and
 * repetition change nothing, so a mark may arrive late or twice.
 */
export function mergeMarks<M extends Mark>(a: M, b: M): M {
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return rank(a) <= rank(b) ? a : b;
}

const rank = ({ step }: Mark) => step ?? WAITS.length;

/** Joins marks, so that each droplet has one. */
export function mergeAllMarks<M extends Mark>(marks: readonly M[]): M[] {
  const merged = new Map<number, M>();
  for (const mark of marks) {
    const other = merged.get(mark.dropletId);
    merged.set(mark.dropletId, other ? mergeMarks(other, mark) : mark);
  }
  return [...merged.values()];
}

/** Time at which a droplet is offered again, in epoch ms; infinity: never. */
export const returnsAt = ({ step, at }: Mark): number =>
  step === null ? Number.POSITIVE_INFINITY : at + (WAITS[step] ?? 0) * DAY - EARLIER;

/** Whether a droplet is to be offered again. */
export const isDue = (mark: Mark, now: number): boolean => now >= returnsAt(mark);

/** Returns the mark of a droplet that was seen to its end: the next wait begins, if it was due. */
export function afterSeen<M extends Mark>(mark: M, now: number): M {
  if (mark.step === null || !isDue(mark, now)) return mark;
  return { ...mark, step: mark.step + 1 < WAITS.length ? mark.step + 1 : null, at: now };
}
