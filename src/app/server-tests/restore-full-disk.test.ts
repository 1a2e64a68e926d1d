import { spawnSync } from 'node:child_process';
import fs, { copyFile, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { differentTables } from '#app/backup/check-backup.ts';
import { makeBackup } from '#app/backup/make-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { backupFixture, NEW_VERSION } from '#test/backup-fixture.ts';

/* Backups and restorations on a small file system that becomes full. Skipped where none can be mounted. */

const KB = 1024;
const isSqlite = process.env.TEST_ENGINE === 'sqlite';
const folder = isSqlite ? await mkdtemp(join(tmpdir(), 'stillwater-full-')) : '';
const isMounted =
  isSqlite && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status === 0;
const { openFor, newSite, backups, elsewhere } = backupFixture();

afterEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
});
afterAll(async () => {
  if (isMounted) spawnSync('umount', ['--lazy', folder]);
  await rm(folder, { recursive: true });
});

/** Moves a site's database with its journal to the small disk, and fills all but `room` bytes of it. */
async function fillDisk(url: string, room: number): Promise<{ databaseUrl: string; others: string }> {
  const file = join(folder, 'site.db');
  for (const ending of ['', '-wal']) await copyFile(url.slice('sqlite:'.length) + ending, file + ending);
  const { bavail, bsize } = await statfs(folder);
  const others = join(folder, 'others');
  await writeFile(others, Buffer.alloc(bavail * bsize - room));
  return { databaseUrl: `sqlite:${file}`, others };
}

/**
 * Makes `link` fail until the end of the test, because a file system without hard links cannot be mounted
 * everywhere. A mock of the module would miss code that an earlier test file of this process has loaded.
 */
function refuseHardLinks(): void {
  const spy = vi.spyOn(fs, 'link').mockRejectedValue(new Error('no hard links'));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

test.skipIf(!isMounted).each([0, 1_700 * KB])(
  'a backup with room for %i bytes names the full folder, and leaves nothing behind',
  async (room) => {
    const { url, space } = await newSite();
    const { others } = await fillDisk(url, room);
    const theirs = join(folder, 'theirs');
    await expect(makeBackup({ databaseUrl: url, uploads: space.store, folder: theirs })).rejects.toThrow(
      `There is not enough space in ${theirs} for a backup.`,
    );
    expect(await readdir(theirs)).toEqual([]);
    await Promise.all([others, theirs].map((path) => rm(path, { recursive: true })));
  },
);

test.skipIf(!isMounted)(
  'without hard links, a full disk keeps the old database with its journal',
  async () => {
    const { url } = await newSite();
    const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
    const theirs = await newSite();
    await sql`pragma wal_checkpoint(truncate)`.execute(theirs.db);
    const text = { value: 'x'.repeat(2_000 * KB), category: 'general', description: null, updated_at: 1 };
    await theirs.db
      .insertInto('settings')
      .values({ key: 'in-the-journal', ...text })
      .execute();
    const expected = await digestTables(theirs.db);
    // Space for the new database, but neither for the journal's rows nor for a copy of the old database.
    const { databaseUrl, others } = await fillDisk(theirs.url, manifest.database.bytes + 400 * KB);
    const options = { backup: path, databaseUrl, uploads: elsewhere(), replace: true };
    refuseHardLinks();
    await expect(restoreBackup(options)).rejects.toMatchObject({ code: 'ENOSPC' });
    await rm(others);
    expect(differentTables(expected, await digestTables(await openFor(options.databaseUrl)))).toEqual([]);
  },
);

test.skipIf(!isMounted).each([-40, 0, 40, 400])(
  'with room for the backup and %i KB, the restore succeeds or keeps the old database',
  async (more) => {
    const { url } = await newSite();
    const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
    const theirs = await newSite();
    await theirs.db.deleteFrom('favorites').execute();
    const expected = await digestTables(theirs.db);
    const { databaseUrl, others } = await fillDisk(theirs.url, manifest.database.bytes + more * KB);
    const options = { backup: path, databaseUrl, uploads: elsewhere(), replace: true };
    const isRestored = await restoreBackup(options).then(
      () => true,
      () => false,
    );
    await rm(others);
    const found = await digestTables(await openFor(options.databaseUrl));
    const [tables, differences] = isRestored ? [manifest.tables, NEW_VERSION] : [expected, []];
    expect(differentTables(tables, found)).toEqual(differences);
    // Between these limits, SQLite determines the needed space.
    if (more < 0 || more >= 400) expect(isRestored).toBe(more > 0);
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  },
);
