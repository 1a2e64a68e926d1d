import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkBackup, differentTables } from '#app/backup/check-backup.ts';
import { keepNewest, makeBackup, removeLeftovers } from '#app/backup/make-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { migrate } from '#platform/database/migrate.ts';
import { backupFixture, NEW_VERSION, textOf } from '#test/backup-fixture.ts';
import { S3_KEYS, startS3Peer } from '#test/peers/s3-peer.ts';

const { inFolder, newFile, newUrl, openFor, newSite, backups, elsewhere } = backupFixture();

test('a backup made while others write is consistent and restores to either engine', async () => {
  const { url, db, space } = await newSite();
  const writer = await openFor(url);
  let isWriting = true;
  let written = 0;
  // Each iteration adds to two tables at once, so that an inconsistent copy would have only one of the rows.
  const writing = (async () => {
    for (; isWriting; written += 1) {
      await writer.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('secrets')
          .values({ name: `pair-${written}`, value: 'x' })
          .execute();
        await transaction
          .insertInto('rate_limits')
          .values({ key: `pair-${written}`, count: 1, resets_at: 1 })
          .execute();
      });
      await sleep(1);
    }
  })();
  await sleep(100);
  const began = written;
  const seen: string[] = [];
  const { path, manifest } = await makeBackup({
    databaseUrl: url,
    uploads: space.store,
    folder: backups(),
    onProgress: (doing) => seen.push(doing),
  }).finally(() => {
    isWriting = false;
    return writing;
  });
  expect(written).toBeGreaterThan(began);
  expect(seen).toContain('copying uploads');
  expect(Object.keys(manifest.uploads?.files ?? {})).toHaveLength(2);
  expect(await readdir(backups())).toEqual([path.slice(backups().length + 1)]);
  // Other users of the machine must read neither the members nor the sessions' key.
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await checkBackup(path)).toEqual(manifest);

  const targets = [newFile(), ...(process.env.TEST_ENGINE === 'postgres' ? [await newUrl()] : [])];
  for (const databaseUrl of targets) {
    const uploads = elsewhere();
    const result = await restoreBackup({ backup: path, databaseUrl, uploads });
    expect(result.uploads).toBe(2);
    const restored = await openFor(databaseUrl);
    expect(differentTables(manifest.tables, await digestTables(restored))).toEqual(NEW_VERSION);
    const pairs = await restored
      .selectFrom('secrets')
      .select('name')
      .where('name', 'like', 'pair-%')
      .execute();
    const others = await restored
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', 'pair-%')
      .execute();
    expect(pairs.length).toBeGreaterThanOrEqual(began);
    expect(pairs.map(({ name }) => name).sort()).toEqual(others.map(({ key }) => key).sort());
    for (const name of Object.keys(manifest.uploads?.files ?? {}))
      expect(await textOf(uploads, name)).toBe(await textOf(space, name));
    expect(await migrate(restored)).toEqual([]);
  }
  // Rows without a write are unchanged.
  for (const [table, digest] of Object.entries(await digestTables(db)))
    if (!['secrets', 'rate_limits'].includes(table)) expect(manifest.tables[table], table).toEqual(digest);
});

test('a backup that fails leaves nothing behind', async () => {
  const { url, space } = await newSite();
  const failing = { ...space.store, read: async () => Promise.reject(new Error('the disk is gone')) };
  await expect(makeBackup({ databaseUrl: url, uploads: failing, folder: backups() })).rejects.toThrow(
    /disk is gone/,
  );
  expect(await readdir(backups())).toEqual([]);
  await expect(makeBackup({ databaseUrl: newFile(), folder: backups() })).rejects.toThrow(
    /There is no database/,
  );
  expect(await readdir(backups())).toEqual([]);
});

test.runIf(process.env.TEST_ENGINE === 'sqlite')('a damaged database is not backed up', async () => {
  const { url, db } = await newSite();
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`update favorites set user_id = 987654 where id = (select min(id) from favorites)`.execute(db);
  await expect(makeBackup({ databaseUrl: url, folder: backups() })).rejects.toThrow(
    /The database is damaged: a row of favorites points to a missing row of users/,
  );
  expect(await readdir(backups())).toEqual([]);
});

test('an upload that is missing in the store is listed, and the rest is backed up', async () => {
  const { url, space, names } = await newSite();
  await space.store.remove(names[0] ?? '');
  const { path, manifest } = await makeBackup({ databaseUrl: url, uploads: space.store, folder: backups() });
  expect(manifest.uploads?.missing).toEqual([names[0]]);
  const { uploads } = await restoreBackup({ backup: path, databaseUrl: newFile(), uploads: elsewhere() });
  expect(uploads).toBe(1);
});

test('uploads are restored into a bucket and backed up from one', async () => {
  const peer = await startS3Peer();
  try {
    const { url, space, names } = await newSite();
    const { path } = await makeBackup({ databaseUrl: url, uploads: space.store, folder: backups() });
    const bucket = uploadSpace(inFolder('bucket'), { ...S3_KEYS, endpoint: peer.endpoint });
    await restoreBackup({ backup: path, databaseUrl: newFile(), uploads: bucket });
    expect(peer.objects.get(`uploads/${names[0]}`)?.contentType).toBe('video/mp4');
    const second = await makeBackup({ databaseUrl: url, uploads: bucket.store, folder: backups() });
    expect(second.manifest.uploads?.missing).toEqual([]);
    expect(Object.keys(second.manifest.uploads?.files ?? {}).sort()).toEqual(names.sort());
  } finally {
    await peer.stop();
  }
});

test('old backups are deleted, and leftovers of killed runs after a day', async () => {
  const url = await newUrl();
  await migrate(await openFor(url));
  const paths = [];
  for (let made = 0; made < 4; made += 1)
    paths.push((await makeBackup({ databaseUrl: url, folder: backups() })).path);
  await mkdir(join(backups(), 'my holiday'));
  for (const name of ['stillwater-x.1.partial', 'stillwater-y.2.partial']) await mkdir(join(backups(), name));
  await utimes(join(backups(), 'stillwater-x.1.partial'), new Date(0), new Date(0));
  await keepNewest(backups(), 2);
  await removeLeftovers(backups());
  const left = paths.slice(2).map((path) => path.slice(backups().length + 1));
  expect((await readdir(backups())).sort()).toEqual([...left, 'my holiday', 'stillwater-y.2.partial'].sort());
});

test('a backup that runs for days is not deleted as a leftover', async () => {
  const { url, space } = await newSite();
  const partial = async () => join(backups(), (await readdir(backups()))[0] ?? '');
  let reads = 0;
  const slow: typeof space.store = {
    ...space.store,
    async read(name) {
      reads += 1;
      if (reads === 1) await utimes(await partial(), new Date(0), new Date(0));
      else await expect.poll(async () => (await stat(await partial())).mtimeMs).toBeGreaterThan(0);
      return space.store.read(name);
    },
  };
  await makeBackup({ databaseUrl: url, uploads: slow, folder: backups() });
  expect(reads).toBe(2);
});
