import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { checkBackup, differentTables } from '#app/backup/check-backup.ts';
import { keepNewest, makeBackup } from '#app/backup/make-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import { announceUpload, completeUpload } from '#features/uploads/server/queries.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { migrate, migrations } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { fillDatabase } from '#test/filled-database.ts';
import { openDatabases } from '#test/open-databases.ts';
import { S3_KEYS, startS3Peer } from '#test/s3-peer.ts';

// Much is written to disk, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });
const ROOT = join(import.meta.dirname, '../../..');
/** What alone a restored database holds otherwise: the version that nodes label their kept answers with. */
const NEW_VERSION = ['catalogue_version holds other rows than it did'];
const { opened, inFolder, newFile, newUrl, open: openUrl } = openDatabases();
const openFor = async (url: string) => (await openUrl(url)).db;

async function addUpload(
  db: Database['db'],
  { store, incoming }: UploadSpace,
  digit: string,
): Promise<string> {
  const hash = digit.repeat(32);
  const content = `film ${digit}`;
  const name = `${hash}.mp4`;
  await announceUpload(db, {
    hash,
    name,
    kind: 'video',
    contentType: 'video/mp4',
    bytes: content.length,
    width: null,
    height: null,
    files: { [name]: content.length },
    originalName: 'film.mp4',
    uploadedBy: null,
  });
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, name), content);
  await store.put(name, join(incoming, name), 'video/mp4');
  await completeUpload(db, name);
  return name;
}

let sites = 0;

/** A site's database and its uploads. */
async function aSite() {
  const url = await newUrl();
  const db = await openFor(url);
  await migrate(db);
  await fillDatabase(db);
  sites += 1;
  const space = uploadSpace(inFolder(`uploads-${sites}`));
  const names = [await addUpload(db, space, 'a'), await addUpload(db, space, 'b')];
  return { url, db, space, names };
}

const backups = () => inFolder('backups');
const elsewhere = () => uploadSpace(inFolder('elsewhere'));

test('the drill: backed up while others write, restored elsewhere on either engine, nothing torn, all the same', async () => {
  const { url, db, space } = await aSite();
  const writer = await openFor(url);
  let isWriting = true;
  let written = 0;
  // Each turn adds to two tables at once; a torn copy would hold one without the other.
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
      expect(await text(uploads, name)).toBe(await text(space, name));
    expect(await migrate(restored)).toEqual([]);
  }
  // What stood still is what it was.
  for (const [table, digest] of Object.entries(await digestTables(db)))
    if (!['secrets', 'rate_limits'].includes(table)) expect(manifest.tables[table], table).toEqual(digest);
});

async function text({ store }: UploadSpace, name: string): Promise<string> {
  return Buffer.concat((await (await store.read(name))?.toArray()) ?? []).toString();
}

test('a damaged backup is refused with what is wrong, and nothing is touched', async () => {
  const { url, space, names } = await aSite();
  const damage: [string, RegExp, (path: string) => Promise<unknown>][] = [
    [
      'a byte of the database',
      /database\.db is not what it was/,
      (path) => flip(join(path, 'database.db'), 20_000),
    ],
    ['half a database', /database\.db has \d+ bytes instead of/, (path) => cut(join(path, 'database.db'))],
    ['a lost upload', /uploads.*mp4 is missing/, (path) => rm(join(path, 'uploads', names[0] ?? ''))],
    [
      'a byte of an upload',
      /uploads.*mp4 is not what/,
      (path) => flip(join(path, 'uploads', names[1] ?? ''), 2),
    ],
    ['no list', /no manifest\.json/, (path) => rm(join(path, 'manifest.json'))],
    ['half a list', /manifest\.json cannot be read/, (path) => cut(join(path, 'manifest.json'))],
    ['another list', /secrets has 1 rows instead of 2/, (path) => edit(path, '"rows": 1,', '"rows": 2,')],
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

async function edit(path: string, from: string, to: string): Promise<void> {
  const file = join(path, 'manifest.json');
  const list = await readFile(file, 'utf8');
  const at = list.indexOf(from, list.indexOf('"secrets"'));
  await writeFile(file, list.slice(0, at) + to + list.slice(at + from.length));
}

test('what is there is not overwritten, unless that is asked for', async () => {
  const { url, db, space } = await aSite();
  const { path } = await makeBackup({ databaseUrl: url, folder: backups() });
  const theirs = await aSite();
  await theirs.db.deleteFrom('favorites').execute();
  const wish = { backup: path, databaseUrl: theirs.url, uploads: space };
  await expect(restoreBackup(wish)).rejects.toThrow(/add --replace/);
  expect(await theirs.db.selectFrom('favorites').select('id').execute()).toEqual([]);
  if (process.env.TEST_ENGINE !== 'postgres') {
    await expect(restoreBackup({ ...wish, replace: true })).rejects.toThrow(/Stop the site first/);
    await opened.pop()?.close();
  }
  const { putAside, uploads } = await restoreBackup({ ...wish, replace: true });
  expect(uploads).toBeUndefined();
  expect(differentTables(await digestTables(db), await digestTables(await openFor(theirs.url)))).toEqual(
    NEW_VERSION,
  );
  if (putAside)
    expect(
      await (await openFor(`sqlite:${putAside}`)).selectFrom('favorites').select('id').execute(),
    ).toEqual([]);
  else expect(process.env.TEST_ENGINE).toBe('postgres');
});

test('a backup of an older version is restored as it was, and upgraded by the next start', async () => {
  const url = await newUrl();
  const db = await openFor(url);
  const names = Object.keys(migrations);
  const older = names.at(-2) ?? '';
  await migrate(db, { upTo: older });
  await insertUser(db, { username: 'early', email: null, passwordHash: 'x', role: 'free' });
  const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
  expect(manifest.migration).toBe(older);
  const databaseUrl = await newUrl();
  await restoreBackup({ backup: path, databaseUrl, uploads: elsewhere() });
  const restored = await openFor(databaseUrl);
  expect(await migrate(restored)).toEqual(names.slice(-1));
  expect(await restored.selectFrom('users').select('username').execute()).toEqual([{ username: 'early' }]);
});

test('a database that is broken gives way, with its journals', async () => {
  const { url, db } = await aSite();
  const { path, manifest } = await makeBackup({ databaseUrl: url, folder: backups() });
  const file = inFolder('broken.db');
  for (const ending of ['', '-wal', '-shm'])
    await writeFile(file + ending, 'no database at all '.repeat(500));
  const wish = { backup: path, databaseUrl: `sqlite:${file}`, uploads: elsewhere(), replace: true };
  const { putAside } = await restoreBackup(wish);
  const found = await digestTables(await openFor(wish.databaseUrl));
  expect(differentTables(manifest.tables, found)).toEqual(NEW_VERSION);
  expect(await digestTables(db)).toEqual(manifest.tables);
  expect(await readFile(`${putAside}`, 'utf8')).toContain('no database');
});

test('a backup that cannot be finished leaves nothing behind', async () => {
  const { url, space } = await aSite();
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

test('an upload that the store has lost is named, and the rest is backed up', async () => {
  const { url, space, names } = await aSite();
  await space.store.remove(names[0] ?? '');
  const { path, manifest } = await makeBackup({ databaseUrl: url, uploads: space.store, folder: backups() });
  expect(manifest.uploads?.missing).toEqual([names[0]]);
  const { uploads } = await restoreBackup({ backup: path, databaseUrl: newFile(), uploads: elsewhere() });
  expect(uploads).toBe(1);
});

test('uploads come back into a bucket, and out of one', async () => {
  const peer = await startS3Peer();
  try {
    const { url, space, names } = await aSite();
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

test('the newest are kept, and what a killed run left goes after a day', async () => {
  const url = await newUrl();
  await migrate(await openFor(url));
  const paths = [];
  for (let made = 0; made < 4; made += 1)
    paths.push((await makeBackup({ databaseUrl: url, folder: backups() })).path);
  await mkdir(join(backups(), 'my holiday'));
  for (const name of ['stillwater-x.1.partial', 'stillwater-y.2.partial']) await mkdir(join(backups(), name));
  await utimes(join(backups(), 'stillwater-x.1.partial'), new Date(0), new Date(0));
  await keepNewest(backups(), 2);
  const left = paths.slice(2).map((path) => path.slice(backups().length + 1));
  expect((await readdir(backups())).sort()).toEqual([...left, 'my holiday', 'stillwater-y.2.partial'].sort());
});

test('uploads move into a bucket and back by a command, which can be repeated', async () => {
  const peer = await startS3Peer();
  const { url, db } = await aSite();
  const dataDir = inFolder('data');
  await addUpload(db, uploadSpace(join(dataDir, 'uploads')), 'c');
  await db
    .deleteFrom('uploads')
    .where('original_name', '=', 'film.mp4')
    .where('hash', 'not like', 'c%')
    .execute();
  const env = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    S3_ENDPOINT: peer.endpoint,
    S3_REGION: S3_KEYS.region,
    S3_BUCKET: S3_KEYS.bucket,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  };
  try {
    for (const puts of [1, 1]) {
      const there = await run('move-uploads', ['--to', 'bucket'], env);
      expect(there).toEqual({
        code: 0,
        output: expect.stringContaining('1 of 1 uploaded files are in the bucket'),
      });
      expect(peer.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(puts);
    }
    await rm(join(dataDir, 'uploads'), { recursive: true });
    expect((await run('move-uploads', ['--to', 'folder'], env)).code).toBe(0);
    expect(await text(uploadSpace(join(dataDir, 'uploads')), `${'c'.repeat(32)}.mp4`)).toBe('film c');
  } finally {
    await peer.stop();
  }
});

async function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

test('the commands say what they do, and what is wrong', async () => {
  const { url } = await aSite();
  const env = { DATABASE_URL: url, DATA_DIR: inFolder('data') };
  const made = await run('backup', [backups(), '--keep', '1'], env);
  expect(made).toEqual({
    code: 0,
    output: expect.stringMatching(/100 % {2}[\s\S]*The backup is in .*rows, 0 uploaded files/),
  });
  expect(made.output).toContain('was lost before');
  const again = await run('backup', [backups(), '--keep', '1'], env);
  expect(again).toEqual({ code: 0, output: expect.stringContaining('Deleted: stillwater-') });
  const [name = ''] = await readdir(backups());
  const path = join(backups(), name);
  expect(await run('restore', [path, '--check'], {})).toEqual({
    code: 0,
    output: expect.stringContaining('is whole'),
  });
  const target = newFile();
  const restored = await run('restore', [path, '--to', target], env);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('every row was compared') });
  expect((await run('restore', [path, '--to', target], env)).code).toBe(1);
  expect(await run('backup', [], env)).toEqual({ code: 1, output: expect.stringContaining('Usage') });
  expect(await run('restore', [inFolder('')], env)).toEqual({
    code: 1,
    output: expect.stringContaining('is no backup'),
  });
});
