import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { Load } from './load.ts';
import { type Finding, say } from './report.ts';
import { withScratch } from './scratch.ts';
import { startNode } from './site-node.ts';
import { prepareWriters } from './writers.ts';

const BEFORE = 3_000;
/** Limit of the time from the database's return to successful requests, in ms. */
const BACK_WITHIN = 5_000;
/** Further observation time, in ms. */
const AFTER = 8_000;

/**
 * Stops PostgreSQL under load and starts it again. Checks that no response is wrong, that the program
 * survives, and that service resumes soon. `freeze`: the database hangs instead, so that only timeouts reveal
 * it.
 */
export function databaseGone(seconds: number, freeze: boolean): Promise<Finding> {
  return withScratch(async (scratch) => {
    const postgres = await scratch.postgres();
    const dataDir = await scratch.dataDir('data');
    const node = await startNode({ port: await freePort(), dataDir, databaseUrl: postgres.url });
    scratch.afterwards(() => node.stop());
    const writers = await prepareWriters(node.url);

    let lastFailure = 0;
    let refusedMeanwhile = 0;
    let servedMeanwhile = 0;
    let away = false;
    const load = new Load({
      url: node.url,
      writers,
      people: 12,
      writes: 0.3,
      onOutcome({ is }) {
        if (is !== 'done' && is !== 'shed') lastFailure = performance.now();
        if (away && is === 'refused') refusedMeanwhile += 1;
        if (away && is === 'done') servedMeanwhile += 1;
      },
    });
    await sleep(BEFORE);
    const before = load.tally.done;
    const refusedBefore = load.tally.refused;
    if (freeze) postgres.freeze();
    else await postgres.stop();
    away = true;
    for (let left = seconds; left > 0; left -= 5) {
      say(`  PostgreSQL is ${freeze ? 'silent' : 'stopped'} for ${left} s more`);
      await sleep(Math.min(left, 5) * 1000);
    }
    away = false;
    const begun = performance.now();
    if (freeze) postgres.thaw();
    else await postgres.start();
    const returned = performance.now();
    say('  PostgreSQL is back');
    await sleep(BACK_WITHIN + AFTER);
    const tally = await load.stop();
    const backAfter = Math.max(0, lastFailure - returned);

    const broken = [...tally.wrong];
    if (refusedBefore > 0) broken.push(`${refusedBefore} requests refused before anything happened`);
    if (tally.lost > 0) broken.push(`${tally.lost} requests without any answer`);
    if (!node.isRunning()) broken.push(`the program ended:\n${node.output()}`);
    else for (const writer of writers) broken.push(...(await writer.check()));
    if (backAfter > BACK_WITHIN)
      broken.push(`the last refusal came ${(backAfter / 1000).toFixed(1)} s after the return`);
    const writes = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
    return {
      broken,
      figures: [
        [
          `PostgreSQL ${freeze ? 'silent' : 'stopped'} for`,
          `${seconds} s, and ${((returned - begun) / 1000).toFixed(1)} s to start`,
        ],
        [
          'requests before, while it was away',
          `${before}, ${servedMeanwhile} served and ${refusedMeanwhile} refused with 503`,
        ],
        ['last refusal after its return', `${(backAfter / 1000).toFixed(2)} s`],
        ['slowest answer', `${(tally.slowest / 1000).toFixed(1)} s`],
        ['acknowledged writes, all there once', String(writes)],
      ],
    };
  });
}
