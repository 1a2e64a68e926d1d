import { spawnSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { append, begun, finish, offsetOf } from '#test/tus/resumable-fixture.ts';
import { filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';

/*
 * Uploads on a small file system that becomes full. Skipped where none can be mounted; limits.test.ts tests
 * the rule.
 */

const MB = 1024 * 1024;
const folder = await newUploadFolder();
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]).status === 0;

let api: TestApi;
let admin: SignedInClient;
beforeAll(async () => {
  // Other files fill the disk after the check of its free space.
  const uploads = { ...uploadSpace(folder), freeBytes: async () => 1024 * MB };
  api = await startTestApi({ uploads });
  admin = await api.signedIn('admin');
});
afterAll(async () => {
  await api.stop();
  if (isMounted) spawnSync('umount', [folder]);
});

test.skipIf(!isMounted)('a disk without room for the next part keeps nothing of the upload', async () => {
  const address = await begun(admin, 'video', 30 * MB);
  const answer = await append(admin, address, 0, Buffer.alloc(20 * MB));
  expect([answer.status, answer.body.code]).toEqual([507, 'storage-full']);
  expect((await offsetOf(admin, address)).status).toBe(410);
  expect(await filesIn(folder)).toEqual([]);
});

test.skipIf(!isMounted)('a disk without room for the whole file keeps nothing of its parts', async () => {
  const address = await begun(admin, 'video', 8 * MB);
  expect((await append(admin, address, 0, Buffer.alloc(8 * MB))).status).toBe(204);
  const answer = await finish(admin, address);
  expect([answer.status, answer.body.code]).toEqual([507, 'storage-full']);
  expect(await filesIn(folder)).toEqual([]);
});

test.skipIf(!isMounted)('a disk without room for a picture’s sizes keeps none of them', async () => {
  const create = { width: 1600, height: 1200, channels: 3, background: 'black' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { ...create, noise } })
    .jpeg()
    .toBuffer();
  const { bavail, bsize } = await statfs(folder);
  const others = join(folder, 'others');
  // Leaves room for the original and its smallest size.
  await writeFile(others, Buffer.alloc(bavail * bsize - picture.length - MB / 2));
  const answer = await upload(admin, 'image', picture);
  expect([answer.status, answer.body.code]).toEqual([507, 'storage-full']);
  expect(await filesIn(folder)).toEqual(['others']);
  await rm(others);
  expect((await upload(admin, 'image', picture)).status).toBe(201);
});
