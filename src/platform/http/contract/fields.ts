import { z } from 'zod';
import { parseUrl } from './parse-url.ts';

/** The `:id` of a path: a positive integer in plain digits. Everything else is a 404. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** The parameters of a path with an id. */
export const ById = z.object({ id: PathId });

/** An id in a query, or the cursor of a list ordered by id. */
export const QueryId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/**
 * The id of the latest change that the caller's page showed, 0 for none. A later one by somebody else is a
 * 409.
 */
export const LastChange = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Maximum number of entries in one page of a list. */
export const PartSize = (max: number) => z.coerce.number().int().min(1).max(max);

/** PostgreSQL cannot store NUL, and nobody types it. */
const hasNul = (text: string) => text.includes('\0');

/**
 * A typed text, trimmed and without NUL. `error`: message for a missing value or one that is no text. `tidy`
 * changes the text before its length is checked.
 */
export const text = (max: number, error?: string, tidy = (value: string) => value) =>
  z
    .string(error)
    .trim()
    .overwrite(tidy)
    .max(max, `Use at most ${max.toLocaleString('en')} characters`)
    .refine((value) => !hasNul(value), 'This contains a character that is not allowed');

/**
 * Whether an address is http(s) without credentials, or a path on this site. Refuses protocol-relative paths
 * and other schemes (`javascript:`, `data:`).
 */
export function isWebAddress(value: string): boolean {
  if (value.startsWith('/')) return !/^\/[/\\]/.test(value) && !/[\s\\]/.test(value);
  // The parser accepts a missing `//`, and drops line breaks.
  if (!/^https?:\/\//i.test(value) || /[\t\r\n\\]/.test(value)) return false;
  const url = parseUrl(value);
  return url !== null && url.username === '' && url.password === '';
}

/** A link typed by an editor. The message is the specification's (section 5). */
export const WebAddress = text(2000, 'Must be a valid URL').refine(isWebAddress, 'Must be a valid URL');
