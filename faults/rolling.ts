import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { Load, untilServed } from './load.ts';
import { startProxy } from './proxy.ts';
import { type Finding, say } from './report.ts';
import { withScratch } from './scratch.ts';
import { type NodeSetup, type SiteNode, startNode } from './site-node.ts';
import { prepareWriters } from './writers.ts';

const READY_WITHIN = 30_000;
/**
 * Same value as in deploy/: the proxy notices a stop before the node stops, and a start before the next
 * node's restart.
 */
const SHUTDOWN_DELAY = '3000';
const SETTLE = 2_000;

/** Checks that restarting two nodes in turn behind a proxy fails no request. */
export function rolling(rounds: number, proxyKind: 'caddy' | 'node' | undefined): Promise<Finding> {
  return withScratch(async (scratch) => {
    const postgres = await scratch.postgres();
    const setups: NodeSetup[] = [];
    for (const name of ['node1', 'node2'])
      setups.push({
        port: await freePort(),
        dataDir: await scratch.dataDir(name),
        databaseUrl: postgres.url,
        environment: { SHUTDOWN_DELAY },
      });
    const nodes: SiteNode[] = [];
    for (const setup of setups) nodes.push(await startNode(setup));
    scratch.afterwards(() => Promise.all(nodes.map((node) => node.stop())));
    const proxy = await startProxy(
      scratch.folder,
      setups.map(({ port }) => `127.0.0.1:${port}`),
      proxyKind,
    );
    scratch.afterwards(() => proxy.stop());
    const writers = await prepareWriters(proxy.url);

    const load = new Load({ url: proxy.url, writers, people: 12, writes: 0.3 });
    const broken: string[] = [];
    await sleep(SETTLE);
    for (let round = 1; round <= rounds; round += 1)
      for (const [index, setup] of setups.entries()) {
        const how = await nodes[index]?.stop();
        if (how !== 'exit code 0') broken.push(`node ${index + 1} ended with ${how}`);
        nodes[index] = await startNode(setup);
        await untilServed(nodes[index].url, READY_WITHIN);
        await sleep(SETTLE);
        const { done, refused, lost, wrong } = load.tally;
        say(
          `  round ${round} of ${rounds}, node ${index + 1}: ${done} requests, ` +
            `${refused + lost + wrong.length} failed`,
        );
      }
    const tally = await load.stop();
    broken.push(...tally.wrong);
    if (tally.refused > 0) broken.push(`${tally.refused} requests refused`);
    if (tally.lost > 0) broken.push(`${tally.lost} requests without an answer`);
    for (const writer of writers) broken.push(...(await writer.check()));
    const writes = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);
    return {
      broken,
      figures: [
        ['rolling restarts of two nodes, behind', `${rounds}, ${proxy.name}`],
        ['requests, of these failed', `${tally.done}, ${tally.refused + tally.lost + tally.wrong.length}`],
        ['acknowledged writes, all there once', String(writes)],
        ['requests for which the site was too busy', String(tally.shed)],
        ['slowest answer', `${(tally.slowest / 1000).toFixed(1)} s`],
      ],
    };
  });
}
