import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const RESULTS_FILE = join(import.meta.dirname, '../../docs/performance.md');

/** Replaces the text between a group's two markers. Throws when a marker is missing. */
export function replaceFigures(document: string, group: string, text: string): string {
  const begin = `<!-- figures: ${group} -->`;
  const end = `<!-- end of ${group} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0)
    throw new Error(`The page has no index for the figures of ${group}: ${begin} … ${end}`);
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`;
}

/** Writes a group's figures into docs/performance.md. */
export async function writeFigures(group: string, text: string): Promise<void> {
  await writeFile(RESULTS_FILE, replaceFigures(await readFile(RESULTS_FILE, 'utf8'), group, text));
}
