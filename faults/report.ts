import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Result of a script. */
export interface Finding {
  /** One line per broken promise. */
  broken: string[];
  /** Measurements, in table order. */
  figures: [name: string, value: string][];
}

/** Thrown when the machine lacks something that a script needs, so that there is no result. */
export class CannotRun extends Error {}

const GUIDE = join(import.meta.dirname, '../docs/operations.md');
const MAX_SHOWN = 10;

export const say = (line: string) => console.log(line);

export function printFinding({ broken, figures }: Finding): void {
  for (const [name, value] of figures) say(`  ${name}: ${value}`);
  say(broken.length === 0 ? '  Every promise was kept.' : `  ${broken.length} broken promises:`);
  for (const line of broken.slice(0, MAX_SHOWN)) say(`    ${line}`);
  if (broken.length > MAX_SHOWN) say(`    and ${broken.length - MAX_SHOWN} more`);
}

/** Writes the figures and the command into their section of docs/operations.md. */
export function writeFinding(section: string, command: string, { broken, figures }: Finding): void {
  const text = readFileSync(GUIDE, 'utf8');
  const [begin, end] = [`<!-- figures: ${section} -->`, `<!-- end: ${section} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${GUIDE} has no section "${begin}" … "${end}".`);
  const day = new Date().toISOString().slice(0, 10);
  const lines = [
    begin,
    '| measured | |',
    '|---|---|',
    ...figures.map(([name, value]) => `| ${name} | ${value} |`),
    `| broken promises | ${broken.length === 0 ? 'none' : broken.length} |`,
    '',
    `\`npm run faults -- ${command}\` on ${day}, ` +
      `${availableParallelism()} processors, Node ${process.versions.node}.`,
    '',
  ];
  writeFileSync(GUIDE, text.slice(0, from) + lines.join('\n') + text.slice(to));
}
