import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFavorite } from '#features/favorites/server/queries.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import type { ReplicaTrouble } from '#platform/database/replica/replica-watch.ts';
import { GOOD_PASSWORD } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { ask } from '#test/database/ask.ts';
import { type Line, openLine } from '#test/database/line.ts';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';

/* Two nodes with a PostgreSQL server and a real streaming replica. Pausing its replay makes it lag. */

describe.runIf(process.env.TEST_ENGINE === 'postgres')('with a replica', () => {
  let primary: RunningPostgres;
  let replica: RunningPostgres;
  let line: Line;
  let node: TestApi;
  let other: TestApi;
  const troubles: (ReplicaTrouble | null)[] = [];
  const droplets: number[] = [];
  let addresses: { DATABASE_URL: string; DATABASE_REPLICA_URL: string };

  const replay = (what: 'pause' | 'resume') => ask(replica.url, `select pg_wal_replay_${what}()`);
  const serving = (from: TestApi) =>
    expect
      .poll(() => from.database.replica?.serves({ version: 0 }), { timeout: 60_000, interval: 20 })
      .toBe(true);
  /** Waits until the replica has replayed all writes. */
  const caughtUp = async (from: TestApi) => {
    const needs = { version: 0, writtenAt: await from.database.replica?.writtenPosition() };
    await expect
      .poll(() => from.database.replica?.serves(needs), { timeout: 60_000, interval: 20 })
      .toBe(true);
  };
  const favoritesOf = async (member: SignedInClient): Promise<number[]> =>
    (await member.get('/api/favorites')).body.map(({ itemId }: { itemId: number }) => itemId).sort();
  /** Returns which server ran the statements of `read`. */
  const answeredBy = async (from: TestApi, read: () => Promise<unknown>) => {
    const { reads } = from.database.replica as NonNullable<Database['replica']>;
    const before = { ...reads };
    await read();
    const replicas = reads.replica - before.replica;
    const primaries = reads.primary - before.primary;
    if (replicas === 0) return primaries === 0 ? 'nobody' : 'primary';
    return primaries === 0 ? 'replica' : 'both';
  };
  /** Inserts a favorite without a call, so that no cookie contains its position. */
  const addSilently = ({ user }: SignedInClient, itemId: number) =>
    addFavorite(node.database.db, user.id, { itemType: 'droplet', itemId });

  beforeAll(async () => {
    primary = await startPostgres({ replicated: true });
    const url = await primary.createDatabase('site');
    const setup = await openDatabase(url);
    await migrate(setup.db);
    const lessons = Array.from({ length: 4 }, (_, n) => aDroplet({ slug: `lesson-${n}` }));
    await insertOceans(setup.db, [anOcean({ slug: 'open', waves: [aWave({ droplets: lessons })] })]);
    const rows = await setup.db.selectFrom('droplets').select('id').orderBy('id').execute();
    droplets.push(...rows.map(({ id }) => id));
    await setup.close();
    await primary.pause();
    replica = await startPostgres({ follows: primary });
    await primary.resume();
    line = await openLine(replica.url);
    const copy = Object.assign(new URL(line.url), { pathname: '/site' }).href;
    addresses = { DATABASE_URL: url, DATABASE_REPLICA_URL: copy };
    const open = (onChange: (trouble: ReplicaTrouble | null) => void) =>
      openDatabase(url, { bounded: true, replica: { url: copy, onChange } });
    const first = await open((trouble) => troubles.push(trouble));
    node = await startTestApi({ database: first, version: first.version, replica: first.replica });
    const second = await open(() => {});
    other = await startTestApi({ database: second, version: second.version, replica: second.replica });
  });
  afterAll(async () => {
    await node.stop();
    await other.stop();
    await line.close();
    await replica.stop();
    await primary.stop();
  });

  test('the replica serves reads that may be old, and no checks of access', async () => {
    const member = await node.signedIn('free');
    await caughtUp(node);
    expect(await answeredBy(node, () => member.get('/api/favorites'))).toBe('replica');
    const { reads } = node.database.replica as NonNullable<Database['replica']>;
    const before = { ...reads };
    expect((await member.get('/api/user')).body).toMatchObject({ username: member.user.username });
    expect(reads).toEqual(before);
  });

  test('while the replica is behind, readers see their own writes at every node', async () => {
    const writer = await node.signedIn('free');
    const reader = await node.signedIn('free');
    await caughtUp(node);
    await replay('pause');
    expect((await writer.post('/api/favorites', { itemType: 'droplet', itemId: droplets[0] })).status).toBe(
      204,
    );
    await addSilently(reader, droplets[1] as number);
    for (const at of [node, other]) {
      const there = writer.at(at) as SignedInClient;
      expect(await answeredBy(at, async () => expect(await favoritesOf(there)).toEqual([droplets[0]]))).toBe(
        'primary',
      );
      const elsewhere = reader.at(at) as SignedInClient;
      expect(await answeredBy(at, async () => expect(await favoritesOf(elsewhere)).toEqual([]))).toBe(
        'replica',
      );
    }
    await expect.poll(() => node.database.replica?.lag).toBeGreaterThan(0);
    await replay('resume');
    await caughtUp(node);
    expect(node.database.replica?.lag).toBe(0);
    expect(await answeredBy(node, async () => expect(await favoritesOf(writer)).toEqual([droplets[0]]))).toBe(
      'replica',
    );
    expect(await favoritesOf(reader)).toEqual([droplets[1]]);
  });

  test('after a count of use, the replica still serves its reader', async () => {
    const member = await node.signedIn('free');
    await caughtUp(node);
    await replay('pause');
    await addSilently(member, droplets[0] as number);
    const uses = [{ event: 'opened', itemType: 'droplet', itemId: droplets[0] }];
    expect((await member.send('POST', '/api/usage-counts', { uses })).status).toBe(204);
    expect(member.cookies.has('stillwater_written')).toBe(false);
    expect(await answeredBy(node, () => favoritesOf(member))).toBe('replica');
    await replay('resume');
    await caughtUp(node);
  });

  test('while the replica is behind, changed and withdrawn content shows at once', async () => {
    const admin = await node.signedIn('admin');
    const reader = await node.signedIn('free');
    const itemId = droplets[2] as number;
    await addSilently(reader, itemId);
    await caughtUp(node);
    const titles = async () =>
      (await reader.get('/api/favorites/items')).body.droplets.map(({ title }: { title: string }) => title);
    expect(await answeredBy(node, async () => expect(await titles()).toHaveLength(1))).toBe('replica');
    await replay('pause');
    expect((await admin.put(`/api/droplets/${itemId}`, { title: 'Another Title' })).status).toBe(200);
    expect((await node.visitor().get(`/api/droplets/${itemId}`)).body).toMatchObject({
      title: 'Another Title',
    });
    expect(await titles()).toEqual(['Another Title']);
    expect((await admin.put(`/api/droplets/${itemId}`, { isPublished: false })).status).toBe(200);
    expect(await titles()).toEqual([]);
    expect((await node.visitor().get(`/api/droplets/${itemId}`)).status).toBe(404);
    await replay('resume');
    await caughtUp(node);
  });

  test('with an invalid cookie a reader gets the latest rows', async () => {
    const member = await node.signedIn('free');
    await addSilently(member, droplets[0] as number);
    await caughtUp(node);
    for (const value of ['unknown', '%00', '-1', 'zzzzzzzzzz', '9'.repeat(400), 'a b', '']) {
      member.cookies.set('stillwater_written', value);
      expect(await favoritesOf(member)).toEqual([droplets[0]]);
    }
  });

  test('a replica that is far behind serves nothing', async () => {
    const member = await node.signedIn('free');
    await caughtUp(node);
    await replay('pause');
    await addSilently(member, droplets[0] as number);
    await expect.poll(() => troubles.at(-1), { timeout: 60_000 }).toBe('behind');
    expect(await answeredBy(node, () => favoritesOf(member))).toBe('primary');
    expect(await favoritesOf(member)).toEqual([droplets[0]]);
    await replay('resume');
    await expect.poll(() => troubles.at(-1), { timeout: 60_000 }).toBe(null);
  });

  test.each(['stops', 'is silent'])(
    'readers do not notice that the replica %s, and it serves again afterwards',
    async (how) => {
      const member = await node.signedIn('free');
      await addSilently(member, droplets[1] as number);
      await caughtUp(node);
      const answers: unknown[] = [];
      let running = true;
      const load = Array.from({ length: 6 }, async () => {
        while (running) {
          const { status, body } = await member.get('/api/favorites');
          answers.push([status, body?.[0]?.itemId]);
          await sleep(2);
        }
      });
      await expect.poll(() => answers.length).toBeGreaterThan(20);
      if (how === 'stops') await replica.pause();
      else line.hold();
      await expect.poll(() => troubles.at(-1), { timeout: 60_000 }).toBe('away');
      const before = answers.length;
      await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      if (how === 'stops') await replica.resume();
      else line.release();
      await serving(node);
      expect(await answeredBy(node, () => member.get('/api/favorites'))).not.toBe('primary');
      running = false;
      await Promise.all(load);
      expect(new Set(answers.map(String))).toEqual(new Set([`200,${droplets[1]}`]));
    },
  );

  test('reads from the replica do not wait for a silent primary', async () => {
    const near = await openLine(addresses.DATABASE_URL);
    const cutOff = await openDatabase(near.url, {
      replica: { url: addresses.DATABASE_REPLICA_URL, onChange() {} },
    });
    /** Waits until the replica serves current reads. */
    const serves = async () => {
      await ask(primary.url, `select pg_create_restore_point('written')`);
      const needs = { version: 0, writtenAt: await node.database.replica?.writtenPosition() };
      await expect.poll(() => cutOff.replica?.serves(needs), { timeout: 60_000, interval: 20 }).toBe(true);
    };
    await serves();
    near.hold();
    await serves();
    // A new connection to the replica does not need the primary either.
    line.hold();
    await expect.poll(() => cutOff.replica?.isServing, { timeout: 60_000 }).toBe(false);
    line.release();
    await serves();
    near.release();
    await cutOff.close();
    await near.close();
  });

  test('the program reads from the replica, also by the fast path, as its metrics show', async () => {
    const folder = await newDataDir();
    const program = await startSiteProcess(folder, { ...addresses, DEMO: 'false' });
    const body = { username: 'from-a-copy', email: 'copy@example.org', password: GOOD_PASSWORD };
    const registered = await fetch(`${program.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: program.url },
      body: JSON.stringify(body),
    });
    const cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect(cookie).toContain('stillwater_written=');
    const metric = async (name: string) => {
      const text = await (await fetch(`${program.url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
    };
    // The router serves the first response of a call, the fast path the later ones.
    const favorites = async () => {
      expect((await fetch(`${program.url}/api/favorites`, { headers: { cookie } })).status).toBe(200);
      return metric('database_replica_reads');
    };
    await expect.poll(favorites, { timeout: 60_000 }).toBeGreaterThan(2);
    expect(await metric('database_replica_away')).toBe(0);
    await program.stop();
    await removeDataDir(folder);
  });

  test('a promoted replica is a separate database and serves no more reads', async () => {
    const member = await node.signedIn('free');
    await caughtUp(node);
    await ask(replica.url, 'select pg_promote()');
    await expect.poll(() => troubles.at(-1), { timeout: 60_000 }).toBe('not a replica');
    await addSilently(member, droplets[3] as number);
    expect(await favoritesOf(member)).toEqual([droplets[3]]);
  });
});
