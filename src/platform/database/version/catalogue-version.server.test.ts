import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { PostgresVersion } from '#platform/database/version/postgres-version.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { insertTiers } from '#test/tiers-fixture.ts';

/* Two nodes with cached responses and one database. */

let [a, b] = [] as unknown as [TestApi, TestApi];
let admin: SignedInClient;
let remove: () => Promise<void>;

beforeAll(async () => {
  const shared = await openSharedDatabase(2);
  remove = shared.remove;
  const [one, other] = shared.opened as [Database, Database];
  a = await startTestApi({ database: one, version: one.version });
  b = await startTestApi({ database: other, version: other.version });
  await insertTiers(a);
  admin = await a.signedIn('admin');
});
afterAll(async () => {
  await a.stop();
  await b.stop();
  await remove();
});

const titleAt = async (node: TestApi) => (await node.visitor().get('/api/oceans/1')).body.title;
const rename = async (title: string) =>
  expect((await admin.put('/api/oceans/1', { title })).status).toBe(200);
/** PostgreSQL's messages AuthenticationOk and ReadyForQuery. */
const READY = Buffer.from('520000000800000000' + '5a0000000549', 'hex');
/** Time limit in ms, long enough for a busy machine. */
const WITHIN = { timeout: 2_000, interval: 20 };

test('a node caches responses, and a writer sees their own write at the next request', async () => {
  for (let n = 0; n < 30; n += 1) {
    await rename(`Title ${n}`);
    expect(await titleAt(a)).toBe(`Title ${n}`);
    const { hits } = a.app.responseCache.counts;
    await Promise.all([titleAt(a), titleAt(a)]);
    expect(a.app.responseCache.counts.hits).toBe(hits + 2);
  }
});

test('under constant reads and writes, a writer never reads a state before their write', async () => {
  let running = true;
  const readers = [a, b].map(async (node) => {
    while (running) {
      await titleAt(node);
      await sleep(1);
    }
  });
  for (let n = 0; n < 40; n += 1) {
    await Promise.all([rename(`Busy ${n}`), changeCatalogue(b.database.db, async () => {})]);
    expect(await titleAt(a)).toBe(`Busy ${n}`);
  }
  running = false;
  await Promise.all(readers);
});

test('a change is visible at the other node within a second', async () => {
  for (let n = 0; n < 5; n += 1) {
    await titleAt(b);
    await rename(`Seen ${n}`);
    await expect.poll(() => titleAt(b), WITHIN).toBe(`Seen ${n}`);
  }
});

test('a write that is rolled back does not bump the version', async () => {
  const before = await a.database.version.current();
  const failing = changeCatalogue(a.database.db, async () => {
    // Other nodes do not see the version of an open transaction.
    expect(await b.database.version.current()).toBe(before);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  a.database.version.invalidate();
  expect(await a.database.version.current()).toBe(before);
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('over PostgreSQL', () => {
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'stillwater-listener' and datname = current_database()`.execute(a.database.db);
    return rows.map(({ pid }) => pid);
  };
  const cut = async () => {
    for (const pid of await listeners())
      await sql`select pg_terminate_backend(${pid})`.execute(a.database.db);
  };

  test('a change is visible within a second without the listener, which reconnects', async () => {
    await expect.poll(async () => (await listeners()).length).toBe(2);
    const before = await listeners();
    for (let n = 0; n < 3; n += 1) {
      await titleAt(b);
      await cut();
      await rename(`Cut ${n}`);
      await expect.poll(() => titleAt(b), WITHIN).toBe(`Cut ${n}`);
    }
    await expect.poll(async () => (await listeners()).length).toBe(2);
    expect((await listeners()).filter((pid) => before.includes(pid))).toEqual([]);
    await rename('Heard again');
    await expect.poll(() => titleAt(b), WITHIN).toBe('Heard again');
  });

  test('a listener whose connection never responds is replaced', async () => {
    let connections = 0;
    // A server that accepts every connection, but answers no statement, like a hanging machine.
    const silent = createServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.write(READY));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const version = new PostgresVersion(`postgres://me@127.0.0.1:${port}/site`, a.database.db);
    expect(await version.current()).toBe(await a.database.version.current());
    await expect.poll(() => connections).toBe(2);
    await version.close();
    silent.close();
  });

  test('without the database visitors read cached responses, and everything recovers', async () => {
    await titleAt(a);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(a.database.db);
    const name = rows[0]?.name as string;
    const away = await openSharedDatabase(1);
    const [elsewhere] = away.opened as [Database];
    const allow = (yes: boolean) =>
      sql`update pg_database set datallowconn = ${yes} where datname = ${name}`.execute(elsewhere.db);
    await allow(false);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
      elsewhere.db,
    );
    // Longer than the maximum age of the version.
    await sleep(1_100);
    expect(await titleAt(a)).toBe('Heard again');
    expect((await a.visitor().get('/api/waves/1')).status).toBeGreaterThanOrEqual(500);
    expect((await admin.get('/api/oceans/1')).status).toBeGreaterThanOrEqual(500);
    await allow(true);
    await expect
      .poll(async () => (await a.visitor().get('/api/waves/1')).status, { timeout: 5_000 })
      .toBe(200);
    await rename('Back again');
    expect(await titleAt(a)).toBe('Back again');
    await expect.poll(() => titleAt(b)).toBe('Back again');
    await elsewhere.close();
    await away.remove();
  });
});
