import { z } from 'zod';
import { parseJson } from '#platform/http/contract/parse-json.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import type { OrderKey } from './owner-order.ts';

/** The last droplet of a page. The next page starts after it, also when droplets were added or removed. */
export interface Cursor {
  fuzzy: boolean;
  score: number;
  order: OrderKey;
}

const whole = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const Encoded = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  whole,
  whole,
  whole,
  whole,
  whole,
  whole,
  whole,
]);

export const writeCursor = ({ fuzzy, score, order }: Cursor): string =>
  Buffer.from(JSON.stringify([fuzzy ? 1 : 0, score, ...order])).toString('base64url');

/** Throws 400 when the text is not from {@link writeCursor}. */
export function readCursor(text: string): Cursor {
  const parsed = Encoded.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) {
    const message = 'This cursor is not valid';
    throw invalidInput(message, [{ path: 'cursor', message }]);
  }
  const [fuzzy, score, ...order] = parsed.data;
  return { fuzzy: fuzzy === 1, score, order };
}
