import { cp, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { differentTables } from '#app/backup/check-backup.ts';
import { makeBackup } from '#app/backup/make-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { migrate, migrations } from '#platform/database/migrate.ts';
import { backupFixture, NEW_VERSION } from '#test/backup-fixture.ts';
import { fillOldDatabase } from '#test/database/old-database.ts';

const { opened, inFolder, newFile, newUrl, openFor, newSite, backups, elsewhere } = backupFixture();

test('a damaged backup is refused with a list of its faults, and nothing changes', async () => {
  const { url, space, names } = await newSite();
  const damage: [string, RegExp, (path: string) => Promise<unknown>][] = [
    [
      'a byte of the database',
      /database\.db has changed since the backup/,
      (path) => flip(join(path, 'database.db'), 20_000),
    ],
    ['half a database', /database\.db has \d+ bytes instead of/, (path) => cut(join(path, 'database.db'))],
    ['a lost upload', /uploads.*mp4 is missing/, (path) => rm(join(path, 'uploads', names[0] ?? ''))],
    [
      'a byte of an upload',
      /uploads.*mp4 has changed since the backup/,
      (path) => flip(join(path, 'uploads', names[1] ?? ''), 2),
    ],
    ['no list', /no manifest\.json/, (path) => rm(join(path, 'manifest.json'))],
    ['half a list', /manifest\.json cannot be read/, (path) => cut(join(path, 'manifest.json'))],
    ['another list', /secrets has 1 rows instead of 2/, (path) => edit(path, '"rows": 1,', '"rows": 2,')],
    ['other rows', /secrets has other rows than before/, (path) => edit(path, '"hash": "', '"hash": "0')],
    [
      'another version',
      /another schema version/,
      (path) => edit(path, '"migration": "', '"migration": "9', 0),
    ],
  ];
  const { path: whole } = await makeBackup({ databaseUrl: url, uploads: space.store, folder: backups() });
  for (const [what, message, hurt] of damage) {
    const path = inFolder(what);
    await cp(whole, path, { recursive: true });
    await hurt(path);
    const target = newFile();
    await expect(
      restoreBackup({ backup: path, databaseUrl: target, uploads: elsewhere() }),
      what,
    ).rejects.toThrow(message);
    await expect(stat(target.slice('sqlite:'.length)), what).rejects.toThrow(/ENOENT/);
    await expect(stat(inFolder('elsewhere')), what).rejects.toThrow(/ENOENT/);
  }
});

async function flip(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  buffer[0] = (buffer[0] ?? 0) ^ 1;
  await handle.write(buffer, 0, 1, at);
  await handle.close();
}

async function cut(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.truncate(Math.floor((await handle.stat()).size / 2));
  await handle.close();
}

/** Replaces a text in a file: in the table `secrets`, or the first one after `start`. */
async function edit(path: string, from: string, to: string, start?: number): Promise<void> {
  const file = join(path, 'manifest.json');
  const list = await readFile(file, 'utf8');
  const at = list.indexOf(from, start ?? list.indexOf('"secrets"'));
  await writeFile(file, list.slice(0, at) + to + list.slice(at + from.length));
}

test('a database is replaced only on request', async () => {
  const { url, db, space } = await newSite();
  const { path } = await makeBackup({ databaseUrl: url, folder: backups() });
  const theirs = await newSite();
  await theirs.db.deleteFrom('favorites').execute();
  const options = { backup: path, databaseUrl: theirs.url, uploads: space };
  // Before the long check of the backup.
  const onProgress = vi.fn();
  await expect(restoreBackup({ ...options, onProgress })).rejects.toThrow(/add --replace/);
  expect(onProgress).not.toHaveBeenCalled();
  expect(await theirs.db.selectFrom('favorites').select('id').execute()).toEqual([]);
  if (process.env.TEST_ENGINE !== 'postgres') {
    await expect(restoreBackup({ ...options, replace: true })).rejects.toThrow(/Stop the site first/);
    await opened.pop()?.close();
  }
  const { replacedFile, uploads } = await restoreBackup({ ...options, replace: true });
  expect(uploads).toBeUndefined();
  expect(differentTables(await digestTables(db), await digestTables(await openFor(theirs.url)))).toEqual(
    NEW_VERSION,
  );
  if (replacedFile)
    expect(
      await (await openFor(`sqlite:${replacedFile}`)).selectFrom('favorites').select('id').execute(),
    ).toEqual([]);
  else expect(process.env.TEST_ENGINE).toBe('postgres');
});

test('a restore without uploaded files creates no uploads folder, which root would own', async () => {
  const url = await newUrl();
  await migrate(await openFor(url));
  const uploads = uploadSpace(inFolder('data/uploads'));
  const { path } = await makeBackup({ databaseUrl: url, folder: backups(), uploads: uploads.store });
  await restoreBackup({ backup: path, databaseUrl: await newUrl(), uploads });
  await expect(readdir(inFolder('data'))).rejects.toThrow('ENOENT');
});

test('a backup of an older version is restored unchanged, and the next start upgrades it', async () => {
  const url = await newUrl();
  const db = await openFor(url);
  const names = Object.keys(migrations);
  const older = names.at(-2) ?? '';
  await migrate(db, { upTo: older });
  await fillOldDatabase(db);
  const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
  expect(manifest.migration).toBe(older);
  const databaseUrl = await newUrl();
  await restoreBackup({ backup: path, databaseUrl, uploads: elsewhere() });
  const restored = await openFor(databaseUrl);
  expect(await migrate(restored)).toEqual(names.slice(-1));
  expect(await restored.selectFrom('users').select('username').execute()).toEqual([{ username: 'A' }]);
});

test('databases from before uploads, or before media jobs, are backed up and restored', async () => {
  for (const upTo of ['0004-item-versions', '0017-again']) {
    const url = await newUrl();
    const db = await openFor(url);
    await migrate(db, { upTo });
    await fillOldDatabase(db);
    const space = uploadSpace(inFolder(`files-${upTo}`));
    const name = `${'a'.repeat(32)}.mp4`;
    if (upTo === '0017-again') {
      await db
        .updateTable('uploads')
        .set({ files: JSON.stringify({ [name]: 4 }) })
        .execute();
      await mkdir(space.incoming, { recursive: true });
      await writeFile(join(space.incoming, name), 'film');
      await space.store.put(name, join(space.incoming, name), 'video/mp4');
    }
    const { path } = await makeBackup({ databaseUrl: url, uploads: space.store, folder: backups() });
    const restored = await restoreBackup({
      backup: path,
      databaseUrl: await newUrl(),
      uploads: uploadSpace(inFolder(`restored-${upTo}`)),
    });
    expect(restored.uploads, upTo).toBe(upTo === '0017-again' ? 1 : 0);
  }
});

test.runIf(process.env.TEST_ENGINE === 'sqlite')(
  'an orphaned journal is not applied to the restored database',
  async () => {
    const { url, db } = await newSite();
    const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
    await db.deleteFrom('favorites').execute();
    const file = inFolder('moved-away.db');
    await cp(`${url.slice('sqlite:'.length)}-wal`, `${file}-wal`);
    await restoreBackup({ backup: path, databaseUrl: `sqlite:${file}`, uploads: elsewhere() });
    expect(differentTables(manifest.tables, await digestTables(await openFor(`sqlite:${file}`)))).toEqual(
      NEW_VERSION,
    );
    expect((await readdir(inFolder(''))).some((name) => /^moved-away.*replaced-.*-wal$/.test(name))).toBe(
      true,
    );
  },
);

test('a damaged database is replaced, with its journals', async () => {
  const { url, db } = await newSite();
  const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
  const file = inFolder('broken.db');
  for (const ending of ['', '-wal', '-shm'])
    await writeFile(file + ending, 'no database at all '.repeat(500));
  const options = { backup: path, databaseUrl: `sqlite:${file}`, uploads: elsewhere(), replace: true };
  const { replacedFile } = await restoreBackup(options);
  const found = await digestTables(await openFor(options.databaseUrl));
  expect(differentTables(manifest.tables, found)).toEqual(NEW_VERSION);
  expect(await digestTables(db)).toEqual(manifest.tables);
  expect(await readFile(`${replacedFile}`, 'utf8')).toContain('no database');
});
