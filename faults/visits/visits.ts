import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database/open.ts';
import { freePort } from '#test/free-port.ts';
import { type Finding, say } from '../report.ts';
import { type Engine, type Scratch, withScratch } from '../scratch.ts';
import { type NodeSetup, startNode } from '../site-node.ts';
import { assertLogTools, countLog, type LogCounts, startLoggingProxy } from './nginx-log.ts';
import { type Visit, Visitors, visitsOf } from './scripted-visits.ts';

/** Number of concurrent visits. */
const AT_ONCE = 24;
/** Number of visits between two of visitors who ask not to be tracked. */
const ASKING = 20;
/** Length of the visits before a kill, and the length of the period whose reports may be lost, in ms. */
const BEFORE_KILL = 12_000;
const MAX_LOST = 5_000;

/**
 * Visits the site through nginx, stops it at once, and compares the counters with the script and with
 * goaccess's counts of nginx's log. Then kills a node, and measures the loss.
 */
export async function visits(engines: readonly Engine[], count: number): Promise<Finding> {
  assertLogTools();
  const finding: Finding = { broken: [], figures: [['scripted visits, on each engine', String(count)]] };
  for (const engine of engines) {
    const { broken, figures } = await withScratch((scratch) => visitsOn(engine, count, scratch));
    finding.broken.push(...broken.map((line) => `${engine}: ${line}`));
    for (const [name, value] of figures) finding.figures.push([`${engine}: ${name}`, value]);
  }
  return finding;
}

async function visitsOn(engine: Engine, count: number, scratch: Scratch): Promise<Finding> {
  const broken: string[] = [];
  const dataDir = await scratch.dataDir('data');
  const databaseUrl =
    engine === 'postgres' ? (await scratch.postgres()).url : `sqlite:${dataDir}/stillwater.db`;
  const [port, front] = [await freePort(), await freePort()];
  const setup: NodeSetup = {
    ...{ port, dataDir, databaseUrl },
    environment: { PUBLIC_URL: `http://127.0.0.1:${front}` },
  };
  let node = await startNode(setup);
  scratch.afterwards(() => node.kill());
  const proxy = await startLoggingProxy(scratch.folder, front, `127.0.0.1:${port}`);
  scratch.afterwards(() => proxy.stop());

  const visitors = new Visitors(proxy.url);
  const script = visitsOf(count, await freeDroplets(databaseUrl));
  const unanswered = await makeVisits(visitors, script);
  if (unanswered > 0) broken.push(`${unanswered} visits were not answered`);
  // The stop follows at once, because the counts of the last second are in memory.
  const end = await node.stop();
  if (end !== 'exit code 0') broken.push(`the node ended with ${end}`);
  await proxy.stop();

  const stored = await readCounts(databaseUrl);
  broken.push(...differences('counted', expectedCounts(script), stored));
  const logged = countLog(proxy.log);
  broken.push(...differences('in the log', fromLog(logged, script), fromCounters(stored)));

  node = await startNode(setup);
  const lost = await killDuringVisits(node, new Visitors(node.url), script, databaseUrl);
  if (lost.ms > MAX_LOST) broken.push(`a kill lost ${lost.ms} ms`);
  const uses = script.reduce((sum, { events }) => sum + events.length, 0);
  return {
    broken,
    figures: [
      ['uses reported, all counted at a clean stop', String(uses)],
      ['visits that asked not to be tracked, none counted', String(Math.floor(count / ASKING))],
      [
        'goaccess on nginx’s log: pages of droplets, and visits with a host',
        `${sumOf(logged.requests, 'GET /droplets/')} and ${sumOf(logged.hosts, '')}`,
      ],
      ['lost at a SIGKILL: reports, of the last', `${lost.reports}, ${lost.ms} ms`],
    ],
  };
}

/** Lists the demo's free droplets, which every visitor may open. */
async function freeDroplets(databaseUrl: string) {
  const { db, close } = await openDatabase(databaseUrl);
  const rows = await db
    .selectFrom('droplets')
    .select(['id', 'slug'])
    .where('access_type', '=', 'free')
    .where('is_published', '=', true as boolean)
    .orderBy('id')
    .limit(20)
    .execute();
  await close();
  return rows.map(({ id, slug }) => ({ id, path: `/droplets/${id}-${slug}` }));
}

/**
 * Makes all visits, and between them those of visitors who ask not to be tracked. Returns the failed ones.
 */
async function makeVisits(visitors: Visitors, script: readonly Visit[]): Promise<number> {
  let next = 0;
  let unanswered = 0;
  const work = async () => {
    for (let visit = script[next++]; visit; visit = script[next++]) {
      if (!(await visitors.visit(visit))) unanswered += 1;
      if (visit.number % ASKING === ASKING - 1)
        await visitors.visit(visit, visit.number % 2 === 0 ? { dnt: '1' } : { 'sec-gpc': '1' });
      if (visit.number % 1000 === 999) say(`  ${visit.number + 1} of ${script.length} visits`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return unanswered;
}

type Counts = Map<string, number>;

const add = (counts: Counts, key: string, n = 1) => counts.set(key, (counts.get(key) ?? 0) + n);

function expectedCounts(script: readonly Visit[]): Counts {
  const counts: Counts = new Map();
  for (const { dropletId, host, events } of script) {
    for (const event of events) add(counts, `${event} ${dropletId}`);
    add(counts, `from ${host ?? ''}`);
  }
  return counts;
}

async function readCounts(databaseUrl: string): Promise<Counts> {
  const { db, close } = await openDatabase(databaseUrl);
  const counts: Counts = new Map();
  // The counts may have two dates, because a run may pass midnight.
  for (const { event, item_id, n } of await db.selectFrom('usage_counts').selectAll().execute())
    add(counts, `${event} ${item_id}`, n);
  for (const { host, n } of await db.selectFrom('referrer_counts').selectAll().execute())
    add(counts, `from ${host}`, n);
  await close();
  return counts;
}

/** Returns the counts that counters and log share: pages of droplets, and hosts. */
function fromLog({ requests, hosts }: LogCounts, script: readonly Visit[]): Counts {
  const counts: Counts = new Map();
  const ids = new Map(script.map(({ path, dropletId }) => [path, dropletId]));
  for (const [request, n] of requests) {
    const id = ids.get(request.replace(/^GET /, ''));
    if (id !== undefined) add(counts, `opened ${id}`, n);
  }
  for (const [host, n] of hosts) add(counts, `from ${host}`, n);
  return counts;
}

const fromCounters = (stored: Counts): Counts =>
  new Map([...stored].filter(([key]) => key.startsWith('opened ') || /^from ./.test(key)));

function differences(where: string, expected: Counts, found: Counts): string[] {
  const keys = new Set([...expected.keys(), ...found.keys()]);
  return [...keys].flatMap((key) => {
    const [one = 0, other = 0] = [expected.get(key), found.get(key)];
    return one === other ? [] : [`${key}: ${where} ${one === 0 ? 'none' : one}, but ${other}`];
  });
}

const sumOf = (counts: ReadonlyMap<string, number>, prefix: string) =>
  [...counts].reduce((sum, [key, n]) => (key.startsWith(prefix) ? sum + n : sum), 0);

/** Reports uses until a kill. Returns the number of lost last reports, and their period in ms. */
async function killDuringVisits(
  node: Awaited<ReturnType<typeof startNode>>,
  visitors: Visitors,
  script: readonly Visit[],
  databaseUrl: string,
): Promise<{ reports: number; ms: number }> {
  const before = (await readCounts(databaseUrl)).get(`shared ${script[0]?.dropletId}`) ?? 0;
  const dropletId = script[0]?.dropletId ?? 1;
  const answered: number[] = [];
  let killed = false;
  const reporting = (async () => {
    for (let number = 0; !killed; number += 1)
      if ((await visitors.report({ number, dropletId, events: ['shared'] })) === 204)
        answered.push(performance.now());
  })();
  await sleep(BEFORE_KILL);
  const killedAt = performance.now();
  killed = true;
  await node.kill();
  await reporting;
  const stored = ((await readCounts(databaseUrl)).get(`shared ${dropletId}`) ?? 0) - before;
  // A use may be stored even though its response was lost.
  const lost = Math.max(0, answered.length - stored);
  const firstLost = answered[answered.length - lost];
  return { reports: lost, ms: firstLost === undefined ? 0 : Math.round(killedAt - firstLost) };
}
