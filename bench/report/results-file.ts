import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const RESULTS_FILE = join(import.meta.dirname, '../../docs/performance.md');

/** Puts `text` between a group's two marks and leaves all else as it stands. Throws when the marks are missing. */
export function replaceFigures(document: string, group: string, text: string): string {
  const begin = `<!-- figures: ${group} -->`;
  const end = `<!-- end of ${group} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0)
    throw new Error(`The page has no place for the figures of ${group}: ${begin} … ${end}`);
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`;
}

/** Writes a group's figures into docs/performance.md. */
export async function writeFigures(group: string, text: string): Promise<void> {
  await writeFile(RESULTS_FILE, replaceFigures(await readFile(RESULTS_FILE, 'utf8'), group, text));
}
