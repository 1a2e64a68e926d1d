import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { freePort } from '#test/free-port.ts';
import { Load } from './load.ts';
import { type SiteNode, startNode } from './site-node.ts';
import type { Writer } from './writer.ts';
import { prepareWriters } from './writers.ts';

/* Tampers with the database, and expects that the ledgers notice it. */

let folder: string;
let node: SiteNode;
let database: Database;
let writers: readonly Writer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-ledger-'));
  node = await startNode({ port: await freePort(), dataDir: folder });
  database = await openDatabase(`sqlite:${join(folder, 'stillwater.db')}`);
  writers = await prepareWriters(node.url);
});

afterAll(async () => {
  await database.close();
  await node.stop();
  await rm(folder, { recursive: true });
});

/** Writes entries of one kind until the test's condition is true, because the items are random. */
async function writeUntil(name: string, isEnough: () => Promise<boolean>): Promise<void> {
  const writer = writers.find((one) => one.name === name);
  while (!(await isEnough())) await writer?.write();
}

const complaints = async () => (await Promise.all(writers.map((writer) => writer.check()))).flat();

test('the ledgers agree with a site that keeps its promises', async () => {
  const load = new Load({ url: node.url, writers, people: 4, writes: 1 });
  await expect
    .poll(() => writers.every((writer) => writer.acknowledged() > 2), { timeout: 10_000 })
    .toBe(true);
  expect(await load.stop()).toMatchObject({ refused: 0, lost: 0, wrong: [] });
  expect(await complaints()).toEqual([]);
});

test('the ledgers notice lost sign-ups, favorites, edits and new items, and repeated edits', async () => {
  const { db } = database;
  const last = await db
    .selectFrom('email_signups')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('email_signups').where('id', '=', last.id).execute();
  await writeUntil(
    'favorites',
    async () => (await db.selectFrom('favorites').select('id').execute()).length > 0,
  );
  await db.deleteFrom('favorites').execute();
  await db.deleteFrom('waves').where('title', 'like', 'Made %').execute();
  const edited = () =>
    db
      .selectFrom('droplets')
      .select(['id', 'version'])
      .where('title', 'like', 'Edited %-%')
      .orderBy('id')
      .execute();
  await writeUntil('edits', async () => (await edited()).length > 1);
  const [first, second] = await edited();
  await db
    .updateTable('droplets')
    .set({ title: 'Before' })
    .where('id', '=', first?.id ?? 0)
    .execute();
  await db
    .updateTable('droplets')
    .set({ version: (second?.version ?? 0) + 1 })
    .where('id', '=', second?.id ?? 0)
    .execute();
  // The version must change, so that the site drops its cached state.
  await db
    .updateTable('catalogue_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
  const found = (await complaints()).join('\n');
  expect(found).toContain('signup lost');
  expect(found).toContain('favorite lost');
  expect(found).toContain('item lost');
  expect(found).toContain('edit lost');
  expect(found).toContain('edits lost or twice');
});
