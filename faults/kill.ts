import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { Load } from './load.ts';
import { type Finding, say } from './report.ts';
import { type Engine, withScratch } from './scratch.ts';
import { startNode } from './site-node.ts';
import { prepareWriters } from './writers.ts';

/** Range of random delays between load start and kill, in ms. */
const [SOONEST, LATEST] = [200, 1_500];
const PEOPLE = 10;

/**
 * Kills the program during writes, repeatedly. Checks that every acknowledged write exists once after the
 * restart.
 */
export async function kill(engines: readonly Engine[], rounds: number): Promise<Finding> {
  const finding: Finding = { broken: [], figures: [['rounds of SIGKILL, on each engine', String(rounds)]] };
  for (const engine of engines) {
    const { broken, figures } = await killOn(engine, rounds);
    finding.broken.push(...broken.map((line) => `${engine}: ${line}`));
    finding.figures.push(...figures);
  }
  return finding;
}

function killOn(engine: Engine, rounds: number): Promise<Finding> {
  return withScratch(async (scratch) => {
    const databaseUrl = engine === 'postgres' ? (await scratch.postgres()).url : undefined;
    const setup = { port: await freePort(), dataDir: await scratch.dataDir('data'), databaseUrl };
    let node = await startNode(setup);
    scratch.afterwards(() => node.kill());
    const writers = await prepareWriters(node.url);
    const broken: string[] = [];
    let lost = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const load = new Load({ url: node.url, writers, people: PEOPLE, writes: 0.9 });
      await sleep(SOONEST + Math.random() * (LATEST - SOONEST));
      await node.kill();
      const tally = await load.stop();
      broken.push(...tally.wrong);
      lost += tally.lost;
      node = await startNode(setup);
      for (const writer of writers) broken.push(...(await writer.check()));
      const total = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
      say(`  ${engine}, round ${round} of ${rounds}: ${total} writes acknowledged, ${broken.length} broken`);
    }
    await node.stop();
    const each = writers.map((writer) => `${writer.acknowledged()} ${writer.name}`).join(', ');
    return {
      broken,
      figures: [[`${engine}: acknowledged writes, all there once`, `${each} (${lost} requests cut off)`]],
    };
  });
}
