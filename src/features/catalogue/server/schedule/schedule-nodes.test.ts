import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { carryOut, isAnythingDue } from './carry-out.ts';
import { ScheduleJob } from './schedule-job.ts';

/* Two nodes over one database, and programs that die. */

const SILENT = { warn: () => {} };
/** Promised delay of a change on every node, in ms. */
const PROMISED = 5_000;

let nodes: TestApi[];
let url: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  const shared = await openSharedDatabase(2);
  ({ url, remove } = shared);
  nodes = await Promise.all(
    shared.opened.map((database: Database) => startTestApi({ database, version: database.version })),
  );
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await remove();
});

const db = () => (nodes[0] as TestApi).database.db;

beforeEach(async () => {
  await db().deleteFrom('oceans').execute();
  await db().deleteFrom('audit_log').execute();
  const droplet = aDroplet({ isPublished: false });
  await insertOceans(db(), [
    anOcean({ title: 'Comes', isPublished: false }),
    anOcean({ title: 'Goes', waves: [aWave({ droplets: [droplet] })] }),
  ]);
});

async function setTimes(at: number) {
  await db().updateTable('oceans').set({ publish_at: at }).where('title', '=', 'Comes').execute();
  await db().updateTable('oceans').set({ unpublish_at: at }).where('title', '=', 'Goes').execute();
  await db().updateTable('droplets').set({ publish_at: at }).execute();
}

const titlesAt = async (node: TestApi) =>
  (await node.visitor().get('/api/oceans')).body.map(({ title }: { title: string }) => title);
const bySchedule = async () =>
  (await db().selectFrom('audit_log').select(['title', 'details']).orderBy('id').execute()).filter(
    ({ details }) => JSON.parse(details).by === 'schedule',
  );
const versionOf = async () =>
  (await db().selectFrom('oceans').select('version').execute()).map((row) => row.version);

test('items change at their time on every node, once, while all nodes look for them', async () => {
  for (const node of nodes) expect(await titlesAt(node)).toEqual(['Goes']);
  const jobs = nodes.map(({ database }) => new ScheduleJob(database.db, SILENT));
  for (const job of jobs) job.start();
  const at = Date.now() + 500;
  await setTimes(at);
  for (const node of nodes)
    await expect.poll(() => titlesAt(node), { timeout: at + PROMISED - Date.now() }).toEqual(['Comes']);
  for (const job of jobs) await job.stop();
  expect(await bySchedule()).toHaveLength(3);
});

test('of many nodes that find the same item due, one acts', async () => {
  const at = Date.now();
  await setTimes(at);
  const done = await Promise.all(
    Array.from({ length: 10 }, (_, index) => carryOut((nodes[index % 2] as TestApi).database.db, at)),
  );
  expect(done.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
  expect(await bySchedule()).toHaveLength(3);
  expect(await versionOf()).toEqual([2, 2]);
});

test('a program that dies at any statement has changed nothing, and the next one does it once', async () => {
  const at = Date.now();
  await setTimes(at);
  let deaths = 0;
  for (;;) {
    const args = ['test/database/dying-schedule.ts', url, String(at), String(deaths + 1)];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    if (signal === null) break;
    expect(signal).toBe('SIGKILL');
    deaths += 3;
    expect(await isAnythingDue(db(), at)).toBe(true);
    expect(await bySchedule()).toEqual([]);
  }
  // One for each writing statement.
  expect(deaths).toBeGreaterThan(8);
  expect(await isAnythingDue(db(), at)).toBe(false);
  expect(await bySchedule()).toHaveLength(3);
  for (const node of nodes) expect(await titlesAt(node)).toEqual(['Comes']);
});

test('after a long downtime, an item that missed both of its times stays taken down', async () => {
  // More items than one transaction changes. The last of them has missed both times.
  const late = Array.from({ length: 101 }, (_, n) => anOcean({ title: `Late ${n}`, isPublished: false }));
  await insertOceans(db(), late);
  const hour = 60 * 60_000;
  const change = db().updateTable('oceans').where('title', 'like', 'Late %');
  await change.set({ publish_at: Date.now() - 2 * hour }).execute();
  await change
    .where('title', '=', 'Late 100')
    .set({ unpublish_at: Date.now() - hour })
    .execute();
  while (await isAnythingDue(db())) await carryOut(db());
  const titles = await titlesAt(nodes[0] as TestApi);
  expect(titles).toContain('Late 99');
  expect(titles).not.toContain('Late 100');
});
