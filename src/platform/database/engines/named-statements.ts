/** Names by text. */
const names = new Map<string, string>();

/**
 * Names a statement that runs often. A connection to PostgreSQL then parses and plans it once. The number of
 * such texts must be small, because each connection keeps them all.
 */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `prepared-${names.size}`);
}

/** Returns the name of a statement's text; undefined for a statement without one. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);
