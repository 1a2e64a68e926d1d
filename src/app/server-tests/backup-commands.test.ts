import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { addUpload, backupFixture, textOf } from '#test/backup-fixture.ts';
import { S3_KEYS, startS3Peer } from '#test/peers/s3-peer.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { inFolder, newFile, newSite, backups } = backupFixture();

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

/** Tells whether only the owner may read a file, because it contains hashes of passwords. */
const isPrivate = async (file: string) => ((await stat(file)).mode & 0o077) === 0;

test('a repeatable command moves uploads into a bucket and back', async () => {
  const peer = await startS3Peer();
  const { url, db } = await newSite();
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
        output: expect.stringContaining('1 of 1 uploaded files are now in the bucket'),
      });
      expect(peer.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(puts);
    }
    await rm(join(dataDir, 'uploads'), { recursive: true });
    expect((await run('move-uploads', ['--to', 'folder'], env)).code).toBe(0);
    expect(await textOf(uploadSpace(join(dataDir, 'uploads')), `${'c'.repeat(32)}.mp4`)).toBe('film c');
  } finally {
    await peer.stop();
  }
});

test('the health page gets the time of each backup, also of a failed one', async () => {
  const { url, db } = await newSite();
  await db.deleteFrom('backups').execute();
  const env = { DATABASE_URL: url, DATA_DIR: inFolder('data') };
  expect((await run('backup', [backups(), '--no-uploads'], env)).code).toBe(0);
  // Leftovers of a killed run are deleted first, because they may have filled the disk.
  const left = join(backups(), 'stillwater-2026-03-01T03-17-00-123Z.7.partial');
  await mkdir(left, { recursive: true });
  await utimes(left, new Date(0), new Date(0));
  const without = { ...env, DATABASE_URL: newFile() };
  expect((await run('backup', [backups(), '--keep', '2'], without)).code).toBe(1);
  expect(await readdir(backups())).not.toContain(basename(left));
  const file = inFolder('no-folder');
  await writeFile(file, '');
  expect((await run('backup', [file], env)).code).toBe(1);
  const noted = await db.selectFrom('backups').selectAll().orderBy('id').execute();
  expect(noted).toMatchObject([
    { bytes: expect.any(Number), uploads: null, problem: null },
    { bytes: null, uploads: null, problem: expect.stringMatching(/EEXIST|ENOTDIR/) },
  ]);
});

test('a backup that finds no uploaded file is written, but counts as failed', async () => {
  const { url, db } = await newSite();
  await db.deleteFrom('backups').execute();
  const env = { DATABASE_URL: url, DATA_DIR: inFolder('data-of-nobody') };
  const message = 'None of the 2 uploaded files was found';
  const made = await run('backup', [backups()], env);
  expect(made).toEqual({ code: 1, output: expect.stringContaining(message) });
  expect(made.output).toContain('Your backup is in');
  const noted = await db.selectFrom('backups').select('problem').execute();
  expect(noted).toEqual([{ problem: expect.stringContaining(message) }]);
});

test('the commands print progress, results and errors', async () => {
  const { url, db } = await newSite();
  const env = { DATABASE_URL: url, DATA_DIR: inFolder('data') };
  await addUpload(db, uploadSpace(join(env.DATA_DIR, 'uploads')), 'd');
  const made = await run('backup', [backups(), '--keep', '1'], env);
  expect(made).toEqual({
    code: 0,
    output: expect.stringMatching(/100 % {2}[\s\S]*Your backup is in .*rows, 1 uploaded files/),
  });
  expect(made.output).toContain('is missing');
  const [first = ''] = await readdir(backups());
  expect(await isPrivate(join(backups(), first, 'database.db'))).toBe(true);
  const again = await run('backup', [backups(), '--keep', '1'], env);
  expect(again).toEqual({ code: 0, output: expect.stringContaining('Deleted: stillwater-') });
  const [name = ''] = await readdir(backups());
  const path = join(backups(), name);
  expect(await run('restore', [path, '--check'], {})).toEqual({
    code: 0,
    output: expect.stringContaining('is complete'),
  });
  // A copy of a backup may be readable by others.
  await chmod(join(path, 'database.db'), 0o644);
  const target = newFile();
  const restored = await run('restore', [path, '--to', target], env);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('every row was compared') });
  expect(await isPrivate(target.slice('sqlite:'.length))).toBe(true);
  expect((await run('restore', [path, '--to', target], env)).code).toBe(1);
  expect(await run('backup', [], env)).toEqual({ code: 1, output: expect.stringContaining('Usage') });
  expect(await run('restore', [inFolder('')], env)).toEqual({
    code: 1,
    output: expect.stringContaining('is not a backup'),
  });
});
