import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { Options } from './groups.ts';
import { withCleanup } from './process/cleanup.ts';
import { say } from './process/progress.ts';
import { median, ratios } from './report/statistics.ts';
import { figure, spread, type Table } from './report/table.ts';

const ROUNDS = 5;

/**
 * Measures `npm start` (installed and built) until the first response, compared with an empty Node process.
 */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    say('starting');
    const dataDir = await newDataDir();
    later(() => removeDataDir(dataDir));
    const first = await started(dataDir);
    const times: number[] = [];
    const empty: number[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      times.push(await started(dataDir));
      empty.push(await emptyProcess());
    }
    return [
      {
        title: 'Starting',
        columns: ['Start', 'ms', 'Times an empty node process'],
        rows: [
          [
            'the first, filling the demo catalogue in',
            figure(first),
            figure(first / median(empty), { digits: 1 }),
          ],
          ['a second one', figure(median(times)), spread(ratios(times, empty), { digits: 1 })],
        ],
      },
    ];
  });
}

async function started(dataDir: string): Promise<number> {
  const begun = performance.now();
  const site = await startSiteProcess(dataDir, {}, ['npm', 'start']);
  try {
    await (await fetch(`${site.url}/api/oceans`)).arrayBuffer();
    return performance.now() - begun;
  } finally {
    await site.stop();
  }
}

async function emptyProcess(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return performance.now() - begun;
}
