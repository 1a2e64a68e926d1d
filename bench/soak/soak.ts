import type { Engine } from '#platform/database/open.ts';
import type { Options } from '../groups.ts';
import { say } from '../process/progress.ts';
import type { Table } from '../report/table.ts';
import { heldTable, resultTable } from './report.ts';
import { type SoakResult, soakOn } from './run.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
const MINUTES = 120;
const QUICK_MINUTES = 3;

/** Has two nodes serve half of what they can for two hours, with restarts, a kill, and a write a second. */
export async function measure({ quick, minutes, rate, engine }: Options): Promise<Table[]> {
  const results: SoakResult[] = [];
  for (const one of engine ? [engine] : ENGINES) {
    say(`soak on ${one}`);
    results.push(await soakOn(one, minutes ?? (quick ? QUICK_MINUTES : MINUTES), rate));
  }
  return [resultTable(results), heldTable(results)];
}
