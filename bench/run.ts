import { readArguments } from './arguments.ts';
import { type Group, groups, type Options } from './groups.ts';
import { cleanUpNow } from './process/cleanup.ts';
import { loadNow, machine } from './process/machine.ts';
import { say } from './process/progress.ts';
import { writeFigures } from './report/results-file.ts';
import { markdown, type Table, verdict } from './report/table.ts';

/*
 * npm run bench [-- GROUP… --quick --write --runs N --minutes N --rate N --engine E]: measures, prints
 * Markdown tables to standard output, and with --write puts them into docs/performance.md, which explains
 * each figure.
 */

const closers = new Set<() => Promise<void>>();

async function main(): Promise<void> {
  const { groups: chosen, write, ...options } = readArguments(process.argv.slice(2));
  const all: Table[] = [];
  const failed: string[] = [];
  for (const group of chosen) {
    say(`── ${group} ──`);
    try {
      const loadBefore = loadNow();
      const tables = await measured(group, options);
      all.push(...tables);
      const text = [machine(loadBefore), ...tables.map(markdown), ended(tables)].filter(Boolean).join('\n\n');
      console.log(`\n### ${group}\n\n${text}`);
      if (write) await writeFigures(group, text);
    } catch (error) {
      // The other groups still run after a failed one.
      console.error(error);
      failed.push(group);
    }
  }
  if (chosen.length > 1) console.log(`\n### In all\n\n${ended(all)}`);
  if (failed.length > 0) throw new Error(`Not measured, for the reason above: ${failed.join(', ')}.`);
}

async function measured(group: string, options: Options): Promise<Table[]> {
  const { measure, close } = (await import(groups[group] as string)) as Group;
  if (close) closers.add(close);
  return measure(options);
}

function ended(tables: readonly Table[]): string {
  const { judged, short } = verdict(tables);
  if (judged === 0) return '';
  if (short.length === 0) return `All ${judged} figures with a limit hold.`;
  return `${short.length} of ${judged} figures with a limit fall short: the rows with **no**.`;
}

async function stop(): Promise<void> {
  await cleanUpNow();
  for (const close of closers) await close();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    say(`${signal}: stopping what was started`);
    await stop();
    process.exit(1);
  });

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
}
