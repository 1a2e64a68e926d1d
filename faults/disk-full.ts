import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { Load } from './load.ts';
import { type Finding, say } from './report.ts';
import { withScratch } from './scratch.ts';
import { startNode } from './site-node.ts';
import { fillDisk, mountSmallDisk } from './small-disk.ts';
import { prepareWriters } from './writers.ts';

const MEGABYTES = 64;
const BEFORE = 3_000;
const HEALED_WITHIN = 5_000;

/**
 * Fills the data folder's small file system. Checks that reads succeed, that writes get a clear error and
 * change nothing, and that writes resume when there is space.
 */
export function diskFull(seconds: number): Promise<Finding> {
  return withScratch(async (scratch) => {
    const dataDir = await scratch.dataDir('small-disk');
    mountSmallDisk(dataDir, MEGABYTES);
    scratch.afterwards(() => spawnSync('umount', [dataDir]));
    const node = await startNode({ port: await freePort(), dataDir });
    scratch.afterwards(() => node.stop());
    const writers = await prepareWriters(node.url);

    const reads = new Load({ url: node.url, writers, people: 4, writes: 0 });
    let lastFailure = 0;
    const writes = new Load({
      url: node.url,
      writers,
      people: 4,
      writes: 1,
      onOutcome({ is }) {
        if (is !== 'done' && is !== 'shed') lastFailure = performance.now();
      },
    });
    await sleep(BEFORE);
    const readBefore = reads.tally.done;
    const writtenBefore = writes.tally.done;
    const filler = join(dataDir, 'filler');
    const until = performance.now() + seconds * 1000;
    say(`  the disk is full for ${seconds} s`);
    while (performance.now() < until) {
      fillDisk(filler);
      await sleep(100);
    }
    const readMeanwhile = reads.tally.done - readBefore;
    const writtenMeanwhile = writes.tally.done - writtenBefore;
    const refused = writes.tally.refused;
    rmSync(filler);
    const freed = performance.now();
    say('  the disk has free space again');
    await sleep(HEALED_WITHIN + 3_000);
    const [readTally, writeTally] = [await reads.stop(), await writes.stop()];
    const healedAfter = Math.max(0, lastFailure - freed);

    const broken = [
      ...readTally.wrong.map((line) => `a read: ${line}`),
      ...writeTally.wrong.map((line) => `a write: ${line}`),
    ];
    if (!node.isRunning()) broken.push(`the program ended:\n${node.output()}`);
    else for (const writer of writers) broken.push(...(await writer.check()));
    if (readTally.refused + readTally.lost > 0)
      broken.push(`${readTally.refused + readTally.lost} reads failed`);
    if (writeTally.lost > 0) broken.push(`${writeTally.lost} writes without an answer`);
    if (refused === 0) broken.push('no write was refused: the disk was not full');
    if (healedAfter > HEALED_WITHIN)
      broken.push(
        `writes were refused until ${(healedAfter / 1000).toFixed(1)} s after there was room again`,
      );
    return {
      broken,
      figures: [
        ['disk full for', `${seconds} s (a file system of ${MEGABYTES} MB, embedded database)`],
        [
          'reads meanwhile, of these failed',
          `${readMeanwhile}, ${readTally.refused + readTally.lost + readTally.wrong.length}`,
        ],
        ['writes meanwhile', `${writtenMeanwhile} acknowledged, ${refused} refused with 507 or 503`],
        ['writes work again after there is room', `${(healedAfter / 1000).toFixed(2)} s`],
      ],
    };
  });
}
