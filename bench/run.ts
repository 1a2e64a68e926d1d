import { readArguments } from './arguments.ts';
import { type Group, groups } from './groups.ts';
import { cleanUpNow } from './process/cleanup.ts';
import { loadNow, machine } from './process/machine.ts';
import { say } from './process/progress.ts';
import { writeFigures } from './report/results-file.ts';
import { markdown, type Table, verdict } from './report/table.ts';

/* npm run bench [-- GROUP… --quick --write --runs N]: measures, prints Markdown tables on standard output, and with
   --write puts them into docs/performance.md. What each figure means stands there. */

function ended(tables: readonly Table[]): string {
  const { judged, short } = verdict(tables);
  if (judged === 0) return '';
  if (short.length === 0) return `All ${judged} figures with a limit hold.`;
  return [
    `Of ${judged} figures with a limit, these fall short:`,
    '',
    ...short.map((line) => `- ${line}`),
  ].join('\n');
}

const closers = new Set<() => Promise<void>>();

async function main(): Promise<void> {
  const { groups: wanted, write, ...options } = readArguments(process.argv.slice(2));
  const all: Table[] = [];
  for (const group of wanted) {
    say(`── ${group} ──`);
    const loadBefore = loadNow();
    const file = (await import(groups[group] as string)) as Group;
    if (file.close) closers.add(file.close);
    const tables = await file.measure(options);
    all.push(...tables);
    const text = [machine(loadBefore), ...tables.map(markdown), ended(tables)].filter(Boolean).join('\n\n');
    console.log(`\n### ${group}\n\n${text}`);
    if (write) await writeFigures(group, text);
  }
  if (wanted.length > 1) console.log(`\n### In all\n\n${ended(all)}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    say(`${signal}: stopping what was started`);
    await cleanUpNow();
    process.exit(1);
  });

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const close of closers) await close();
}
