import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import { median } from './http-load.ts';
import type { Row } from './run.ts';

const ROUNDS = 5;

/** From `npm start` to the first answer, for a second start: as a ratio to starting node with an empty script. */
export async function benchStarting(): Promise<Row[]> {
  const dataDir = await newDataDir();
  const first = await startSiteProcess(dataDir, {}, ['npm', 'start']);
  await first.stop();
  const times: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const site = await startSiteProcess(dataDir, {}, ['npm', 'start']);
    await (await fetch(`${site.url}/api/oceans`)).arrayBuffer();
    times.push(performance.now() - begun);
    await site.stop();
    empty.push(await emptyProcess());
  }
  await removeDataDir(dataDir);
  return [
    {
      name: 'second start: command to first answer, times an empty node process',
      value: (median(times) / median(empty)).toFixed(1),
      note: `${Math.round(median(times))} ms against ${Math.round(median(empty))} ms; first start ${Math.round(first.startedIn)} ms with install and build done`,
    },
  ];
}

async function emptyProcess(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return performance.now() - begun;
}
