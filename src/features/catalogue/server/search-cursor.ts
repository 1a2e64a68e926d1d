import { z } from 'zod';
import { badRequest } from '#platform/http/errors.ts';

/** Where a droplet stands in the owner's order: position and id of its ocean, of its wave, and its own. */
export type Place = readonly [number, number, number, number, number, number];

/** The last droplet of a page: the next page begins after it, whatever was added or removed in between. */
export interface Cursor {
  /** Whether typing errors were being forgiven. */
  forgiving: boolean;
  score: number;
  place: Place;
}

const whole = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const Written = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  whole,
  whole,
  whole,
  whole,
  whole,
  whole,
  whole,
]);

export const writeCursor = ({ forgiving, score, place }: Cursor): string =>
  Buffer.from(JSON.stringify([forgiving ? 1 : 0, score, ...place])).toString('base64url');

/** Throws 400 when the text is none of ours. */
export function readCursor(text: string): Cursor {
  const parsed = Written.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success)
    throw badRequest('This is no place in a list', [
      { path: 'cursor', message: 'This is no place in a list' },
    ]);
  const [forgiving, score, ...place] = parsed.data;
  return { forgiving: forgiving === 1, score, place };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The owner's order. */
export function comparePlaces(a: Place, b: Place): number {
  const level = a.findIndex((part, index) => part !== b[index]);
  return level < 0 ? 0 : (a[level] as number) - (b[level] as number);
}
