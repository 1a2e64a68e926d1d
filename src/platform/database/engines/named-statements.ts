import { hash } from 'node:crypto';

/** Names by text. */
const names = new Map<string, string>();

/**
 * Names a statement that runs often. A connection to PostgreSQL then parses and plans it once. The number of
 * such texts must be small, because each connection keeps them all. The name is derived from the text: behind
 * a pooler, processes share connections, and one name must never have two texts.
 */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `prepared-${hash('sha1', text, 'base64url')}`);
}

/** Returns the name of a statement's text; undefined for a statement without one. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);
