import { type SqlBool, sql } from 'kysely';
import { invalidInput } from '#platform/http/serve/errors.ts';
import type { PersonKind } from '../../contract/schemas.ts';

/** A person's position in a sorted list. `key`: epoch ms, or a name. */
export interface Position {
  kind: PersonKind;
  id: number;
  key: number | string;
}

/** Continuation of a list: one of its parts, and the last position before; null: the part's beginning. */
interface Cursor {
  part: number;
  after: Position | null;
}

export const writeCursor = ({ part, after }: Cursor): string =>
  after === null ? String(part) : [part, after.kind, after.id, encodeURIComponent(after.key)].join('.');

/** Parses a cursor. The endpoint has checked its format. `isNumber`: its key is an instant. Throws 400. */
export function readCursor(text: string, isNumber: boolean): Cursor {
  const [part, kind, id, ...key] = text.split('.');
  if (kind === undefined) return { part: Number(part), after: null };
  const position = { kind: kind as PersonKind, id: Number(id) };
  const name = decodeKey(key.join('.'));
  if (name === null || (isNumber && !/^\d{1,15}$/.test(name))) throw invalidInput('This cursor is not valid');
  return { part: Number(part), after: { ...position, key: isNumber ? Number(name) : name } };
}

function decodeKey(key: string): string | null {
  try {
    const name = decodeURIComponent(key);
    return name.includes('\0') ? null : name;
  } catch {
    return null;
  }
}

/**
 * Compares instants, latest first. Among equal ones accounts precede sign-ups, and higher ids precede lower
 * ones.
 */
export const byInstant = (a: Position, b: Position): number =>
  Number(b.key) - Number(a.key) || a.kind.localeCompare(b.kind) || b.id - a.id;

/**
 * Returns the condition of rows after a position in the order of {@link byInstant}. `kind`: kind of the rows.
 * The first comparison lets the engines use a range of the index.
 */
export function laterThan(
  column: string,
  idColumn: string,
  kind: PersonKind,
  { kind: last, id, key }: Position,
) {
  const at = sql.ref<number>(column);
  if (kind < last) return sql<SqlBool>`${at} < ${key}`;
  if (kind > last) return sql<SqlBool>`${at} <= ${key}`;
  return sql<SqlBool>`${at} <= ${key} and (${at} < ${key} or ${sql.ref(idColumn)} < ${id})`;
}
