import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { Load } from './load.ts';
import { type Finding, say } from './report.ts';
import { type Engine, withScratch } from './scratch.ts';
import { startNode } from './site-node.ts';
import { prepareWriters } from './writers.ts';

const SAMPLES = 50;
/** Limit of memory growth from the middle to the end of a run, as a share of the memory in the middle. */
const MAX_GROWTH = 0.1;
/** Growth in MB below which a result is noise, because a short run is still warming up. */
const MEGABYTES_OF_NOISE = 40;

/** Checks that a process's memory is flat over many requests. */
export function memory(engine: Engine, requests: number): Promise<Finding> {
  return withScratch(async (scratch) => {
    const databaseUrl = engine === 'postgres' ? (await scratch.postgres()).url : undefined;
    const dataDir = await scratch.dataDir('data');
    const node = await startNode({ port: await freePort(), dataDir, databaseUrl });
    scratch.afterwards(() => node.stop());
    const writers = await prepareWriters(node.url);
    const begun = performance.now();
    const load = new Load({ url: node.url, writers, people: 16, writes: 0.1 });
    const total = () =>
      load.tally.done + load.tally.shed + load.tally.refused + load.tally.lost + load.tally.wrong.length;
    const samples: number[] = [];
    for (let step = 1; step <= SAMPLES; step += 1) {
      while (total() < (requests * step) / SAMPLES && node.isRunning()) await sleep(20);
      samples.push(node.memory());
      if (step % 5 === 0) say(`  ${total()} of ${requests} requests: ${Math.round(samples.at(-1) ?? 0)} MB`);
    }
    const tally = await load.stop();
    const seconds = (performance.now() - begun) / 1000;

    const middle = median(samples.slice(SAMPLES * 0.4, SAMPLES * 0.6));
    const end = median(samples.slice(SAMPLES * 0.8));
    const slope = perHundredThousand(samples.slice(SAMPLES / 2), requests / SAMPLES);
    const broken = [...tally.wrong];
    if (tally.refused > 0) broken.push(`${tally.refused} requests refused`);
    if (tally.lost > 0) broken.push(`${tally.lost} requests without an answer`);
    if (!node.isRunning()) broken.push(`the program ended:\n${node.output()}`);
    else for (const writer of writers) broken.push(...(await writer.check()));
    if (middle === 0) broken.push('this system does not tell how much memory a process holds');
    if (end - middle > Math.max(middle * MAX_GROWTH, MEGABYTES_OF_NOISE))
      broken.push(`${Math.round(middle)} MB in the middle became ${Math.round(end)} MB at the end`);
    const writes = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
    const tenths = samples.filter((_, at) => at % 5 === 4).map((value) => Math.round(value));
    return {
      broken,
      figures: [
        [`${engine}: requests, of these writes`, `${tally.done}, ${writes} in ${Math.round(seconds)} s`],
        ['memory after each tenth, MB', tenths.join(' ')],
        ['middle → end (medians)', `${Math.round(middle)} → ${Math.round(end)} MB`],
        ['slope over the second half', `${slope.toFixed(1)} MB in 100,000 requests`],
      ],
    };
  });
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Computes the slope of the least-squares line through samples that are `apart` requests apart. */
function perHundredThousand(samples: readonly number[], apart: number): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const above = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const below = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return (above / below / apart) * 100_000;
}
