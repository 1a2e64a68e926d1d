import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { Load } from './load.ts';
import { type ProcessorShare, processorShare } from './processor-share.ts';
import { startProxy } from './proxy.ts';
import { type Finding, say } from './report.ts';
import { withScratch } from './scratch.ts';
import { type SiteNode, startNode } from './site-node.ts';
import type { Writer } from './writer.ts';
import { prepareWriters } from './writers.ts';

/** Limit: throughput of two nodes as a multiple of one node's. */
const AT_LEAST = 1.7;
const WARM_UP = 15_000;
const PEOPLE = { people: 48, writes: 0.05 };
/**
 * Interval of editors' writes in ms, with a whole processor per node. After a write every node recomputes its
 * cached responses, which takes longer with a share of a processor.
 */
const EDIT_EVERY = 1_000;
/** Number of processors at which each node gets one, and database, proxy and load share the rest. */
const ENOUGH = 6;
/** Share of a processor per node on smaller machines, so that the rest suffices for the others. */
const SHARE = 0.15;

/**
 * Compares the throughput of two nodes behind a proxy with that of one, in turns. Without a processor per
 * node, each node gets a fixed share of one. Also reports each node's processor time per request, alone and
 * as one of two.
 */
export function twoNodes(
  rounds: number,
  seconds: number,
  proxyKind: 'caddy' | 'node' | undefined,
): Promise<Finding> {
  return withScratch(async (scratch) => {
    const postgres = await scratch.postgres();
    const share = availableParallelism() >= ENOUGH ? 1 : SHARE;
    const nodes: SiteNode[] = [];
    const groups: (ProcessorShare | undefined)[] = [];
    for (const name of ['node1', 'node2']) {
      const dataDir = await scratch.dataDir(name);
      const node = await startNode({ port: await freePort(), dataDir, databaseUrl: postgres.url });
      nodes.push(node);
      const group = processorShare(name, share);
      scratch.afterwards(async () => {
        await node.stop();
        group?.remove();
      });
      groups.push(group);
    }
    const addresses = nodes.map(({ url }) => url.replace('http://', ''));
    const alone = await startProxy(scratch.folder, addresses.slice(0, 1), proxyKind);
    const both = await startProxy(scratch.folder, addresses, proxyKind);
    scratch.afterwards(() => Promise.all([alone.stop(), both.stop()]));
    // Separate writers, because two nodes would share the writes of one.
    const toOne = { url: alone.url, writers: await prepareWriters(alone.url), nodes: nodes.slice(0, 1) };
    const toBoth = { url: both.url, writers: await prepareWriters(both.url), nodes };

    // Warm-up. With a small processor share, compilation takes minutes.
    await measure(toBoth, WARM_UP, EDIT_EVERY);
    for (const [at, node] of nodes.entries()) groups[at]?.hold(node.pid);
    const isHeld = groups.every((group) => group !== undefined);
    const broken: string[] = [];
    const one: Measured[] = [];
    const two: Measured[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      one.push(await measure(toOne, seconds * 1000, EDIT_EVERY / share));
      two.push(await measure(toBoth, seconds * 1000, EDIT_EVERY / share));
      const [a, b] = [one.at(-1), two.at(-1)];
      say(
        `  round ${round} of ${rounds}: one ${Math.round(a?.rate ?? 0)}, two ` +
          `${Math.round(b?.rate ?? 0)} requests/s`,
      );
    }
    for (const { failed } of [...one, ...two]) broken.push(...failed);
    const shed = [...one, ...two].reduce((sum, measured) => sum + measured.shed, 0);

    const rates = [median(one.map(({ rate }) => rate)), median(two.map(({ rate }) => rate))] as const;
    const costs = [median(one.map(({ cost }) => cost)), median(two.map(({ cost }) => cost))] as const;
    // Ratio per round, so that noise affects both.
    const ratio = median(two.map(({ rate }, at) => rate / (one[at]?.rate ?? Number.NaN)));
    // Without separation both nodes share the machine, so only their cost per request can be compared.
    const isMeasured = isHeld || availableParallelism() >= ENOUGH;
    const byCost = (2 * costs[0]) / costs[1];
    if ((isMeasured ? ratio : byCost) < AT_LEAST)
      broken.push(
        `two nodes serve ${(isMeasured ? ratio : byCost).toFixed(2)} times what one does, not ${AT_LEAST}`,
      );
    // Far below 100 means that the nodes were not the bottleneck.
    const used = (count: number) =>
      Math.round((rates[count - 1]! * costs[count - 1]!) / (10 * share * count));
    const apart = share === 1 ? 'a processor of its own' : `${SHARE * 100} % of a processor`;
    return {
      broken,
      figures: [
        [
          `two nodes against one, each with ${isHeld ? apart : 'no share of its own'}`,
          `${ratio.toFixed(2)} times`,
        ],
        [
          'one node, two nodes',
          `${Math.round(rates[0])} and ${Math.round(rates[1])} requests/s behind ${both.name}`,
        ],
        [
          'processor time of a node for a request, alone and as one of two',
          `${costs[0].toFixed(2)} and ${costs[1].toFixed(2)} ms`,
        ],
        ['so with a processor each, by that time alone', `${byCost.toFixed(2)} times`],
        [
          'of the processor time that it may use a node used, alone and as one of two',
          `${used(1)} and ${used(2)} %`,
        ],
        ['requests turned away meanwhile', String(shed)],
      ],
    };
  });
}

interface Measured {
  /** Requests per second. */
  rate: number;
  /** Processor time of the nodes per request, in ms. */
  cost: number;
  /** Number of requests that the nodes shed. */
  shed: number;
  failed: string[];
}

/** URL of the load, its writers, and the nodes that serve it. */
interface Served {
  url: string;
  writers: readonly Writer[];
  nodes: readonly SiteNode[];
}

async function measure({ url, writers, nodes }: Served, ms: number, editEvery: number): Promise<Measured> {
  const used = () => nodes.reduce((sum, node) => sum + node.processorTime(), 0);
  const [begun, usedBefore] = [performance.now(), used()];
  const load = new Load({ url, writers: writers.filter(({ by }) => by === 'members'), ...PEOPLE });
  const editors = writers.filter(({ by }) => by === 'editors');
  let edits = 0;
  const editing = setInterval(() => {
    edits += 1;
    void editors[edits % editors.length]?.write();
  }, editEvery);
  await sleep(ms);
  clearInterval(editing);
  const { done } = load.tally;
  const [seconds, usedAfter] = [(performance.now() - begun) / 1000, used()];
  const { shed, refused, lost, wrong: failed } = await load.stop();
  if (refused > 0) failed.push(`${refused} requests refused`);
  if (lost > 0) failed.push(`${lost} requests without an answer`);
  return { rate: done / seconds, cost: (usedAfter - usedBefore) / done, shed, failed };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
