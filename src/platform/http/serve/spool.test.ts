import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFilesIn } from '#test/upload-fixture.ts';
import { DISK_RESERVE, spool } from './spool.ts';

let folder: string;
let free: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-spool-'));
  free = 10 * DISK_RESERVE;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const space = () => ({ incoming: join(folder, 'incoming'), freeBytes: async () => free });
const never = new AbortController().signal;
const MB = 1024 * 1024;

/** Texts of a megabyte. `taken` counts the requested ones. */
function texts(count: number) {
  const counts = { taken: 0, ended: false };
  async function* parts() {
    try {
      for (; counts.taken < count; counts.taken += 1) yield 'ö'.repeat(MB / 2);
    } finally {
      counts.ended = true;
    }
  }
  return { counts, parts: parts() };
}

async function expectNothingLeft() {
  await vi.waitFor(async () => expect(await openFilesIn(folder)).toEqual([]));
  expect(await readdir(space().incoming)).toEqual([]);
}

test('texts are read back from an unnamed file, which is freed after reading', async () => {
  const { stream, bytes } = await spool(space(), never, async (write) => {
    await write(texts(3).parts);
    await write(texts(0).parts);
  });
  expect(bytes).toBe(3 * MB);
  expect(await readdir(space().incoming)).toEqual([]);
  expect(await openFilesIn(folder)).toHaveLength(1);
  expect(await text(stream)).toBe('ö'.repeat(1.5 * MB));
  await expectNothingLeft();
});

test('a reader who disconnects frees the file, also before the first byte', async () => {
  const { stream } = await spool(space(), never, (write) => write(texts(3).parts));
  stream.destroy();
  await expectNothingLeft();
});

test('an abort signal stops the reading', async () => {
  const leaving = new AbortController();
  const { counts, parts } = texts(9);
  const spooled = spool(
    {
      ...space(),
      freeBytes: async () => {
        if (counts.taken === 2) leaving.abort();
        return free;
      },
    },
    leaving.signal,
    (write) => write(parts),
  );
  (await spooled).stream.destroy();
  expect(counts).toEqual({ taken: 3, ended: true });
  await expectNothingLeft();
});

test('a failure, also at the end, frees the file', async () => {
  const failing = (when: 'first' | 'last') =>
    spool(space(), never, async (write) => {
      if (when === 'first') throw new Error('first');
      await write(texts(1).parts);
      throw new Error('last');
    });
  await expect(failing('first')).rejects.toThrow('first');
  await expect(failing('last')).rejects.toThrow('last');
  await expectNothingLeft();
});

test('a file leaves room on the disk for the database', async () => {
  const { counts, parts } = texts(9);
  const spooled = spool(
    { ...space(), freeBytes: async () => free - counts.taken * 4 * DISK_RESERVE },
    never,
    (write) => write(parts),
  );
  await expect(spooled).rejects.toMatchObject({ status: 507, code: 'storage-full' });
  expect(counts).toEqual({ taken: 3, ended: true });
  await expectNothingLeft();
});

test('a disk that others fill meanwhile causes the same error', async ({ skip }) => {
  const small = join(folder, 'small');
  spawnSync('mkdir', [small]);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small]).status === 0;
  if (!mounted) return skip('no file system can be mounted');
  try {
    const spooled = spool({ ...space(), incoming: small }, never, (write) => write(texts(9).parts));
    await expect(spooled).rejects.toMatchObject({ status: 507, code: 'storage-full' });
    expect(await openFilesIn(small)).toEqual([]);
    const { bavail, bsize } = await statfs(small);
    expect(bavail * bsize).toBe(2 * MB);
  } finally {
    spawnSync('umount', [small]);
  }
});
