import { shorten } from '#platform/text/shorten.ts';

/** The difference of two texts: the shared beginning and end, and the words between. */
export interface WordDifference {
  start: string;
  before: string;
  after: string;
  end: string;
}

/** Unchanged words shown on each side of a change. */
const CONTEXT = 4;
/** Characters shown of one part. A logo can be a data URL of 64,000 characters. */
const MAX_PART = 160;

/** Finds the different words of two texts, in time linear in their lengths. */
export function wordDifference(before: string, after: string): WordDifference {
  const old = before.split(/(?<=\s)/);
  const now = after.split(/(?<=\s)/);
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const shared = old.slice(0, start);
  const rest = end === 0 ? [] : old.slice(-end);
  return {
    start: shared.length > CONTEXT ? `… ${shared.slice(-CONTEXT).join('')}` : shared.join(''),
    before: shorten(old.slice(start, old.length - end).join(''), MAX_PART),
    after: shorten(now.slice(start, now.length - end).join(''), MAX_PART),
    end: rest.length > CONTEXT ? `${rest.slice(0, CONTEXT).join('').trimEnd()} …` : rest.join(''),
  };
}
