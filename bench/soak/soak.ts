import type { Engine } from '#platform/database/open.ts';
import type { Options } from '../groups.ts';
import type { Table } from '../report/table.ts';
import { heldTable, resultTable } from './report.ts';
import { soakOn } from './run.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
const MINUTES = 120;
const QUICK_MINUTES = 3;

/**
 * Runs two nodes on each engine for two hours, with restarts, a kill, and one write per second. The engines
 * run in parallel, at half load of the machine.
 */
export async function measure({ quick, minutes, rate, engine }: Options): Promise<Table[]> {
  const engines = engine ? [engine] : ENGINES;
  const results = await soakOn(engines, minutes ?? (quick ? QUICK_MINUTES : MINUTES), rate);
  return [resultTable(results), heldTable(results)];
}
