import type { Finding } from '../report.ts';
import { ENGINES, type Engine } from '../scratch.ts';
import { refusals } from './bad-files.ts';
import { killUploads } from './kills.ts';
import { fullDisk } from './no-space.ts';

/**
 * Disturbs uploads of films: SIGKILL at random moments, a full disk, endless files, and playlists that refer
 * to other files. Checks that each film finally plays, that each refusal has its message, and that nothing is
 * left behind.
 */
export async function uploads(engines: readonly Engine[], rounds: number): Promise<Finding> {
  const finding: Finding = { broken: [], figures: [] };
  const take = (name: string, { broken, figures }: Finding) => {
    finding.broken.push(...broken.map((line) => `${name}: ${line}`));
    finding.figures.push(...figures);
  };
  for (const engine of ENGINES) if (engines.includes(engine)) take(engine, await killUploads(engine, rounds));
  take('full disk', await fullDisk());
  take('bad files', await refusals());
  return finding;
}
