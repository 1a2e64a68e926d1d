import { z } from 'zod';

/** The `:id` of a path: a positive integer written plainly. Anything else is no id at all. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** The header of a list's answer that carries the `cursor` of its next part; absent at the end. */
export const NEXT_CURSOR = 'x-next-cursor';

/** PostgreSQL cannot store NUL, and no person types one. */
const hasNul = (text: string) => text.includes('\0');

/** Text as people type it: trimmed, without NUL. `error` is said of what is missing or no text at all. */
export const text = (max: number, error?: string) =>
  z
    .string(error)
    .trim()
    .max(max, `Please use at most ${max.toLocaleString('en')} characters`)
    .refine((value) => !hasNul(value), 'This contains a character that cannot be stored');

/**
 * An http(s) address without credentials, or a path on this site.
 * Protocol-relative paths and other schemes (`javascript:`, `data:`) are refused.
 */
export function isWebAddress(value: string): boolean {
  if (value.startsWith('/')) return !/^\/[/\\]/.test(value) && !/[\s\\]/.test(value);
  // What the parser would forgive: a missing `//`, and line breaks that it drops.
  if (!/^https?:\/\//i.test(value) || /[\t\r\n\\]/.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '';
}

/** A link that an editor typed. The message is the specification's (section 5). */
export const WebAddress = text(2000, 'Must be a valid URL').refine(isWebAddress, 'Must be a valid URL');
