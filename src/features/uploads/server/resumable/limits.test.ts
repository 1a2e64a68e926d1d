import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { append, begin, begun, finish, inParts, offsetOf } from '#test/tus/resumable-fixture.ts';
import { captions, filesIn, newUploadFolder } from '#test/upload-fixture.ts';
import type { Store, UploadSpace } from '../store.ts';
import { uploadSpace } from '../upload-space.ts';
import { LIMITS } from './parts-store.ts';

/* Limits of unfinished uploads, full disks, and several nodes with one store. */

const MB = 1024 ** 2;
const GB = 1024 * MB;
const open: TestApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0).reverse()) await api.stop();
});

async function start(options: Parameters<typeof startTestApi>[0]) {
  const api = await startTestApi(options);
  open.push(api);
  return api;
}

/** Makes a store whose `put` fails with this code. */
const failing = (store: Store, code: string): Store => ({
  ...store,
  put: async () => {
    throw Object.assign(new Error(code), { code });
  },
});

test('unfinished uploads are limited in number and in bytes', async () => {
  const api = await start({});
  const admin = await api.signedIn('admin');
  const room = Math.floor(LIMITS.bytes / (2 * GB));
  const rows = Array.from({ length: room - 1 }, (_, index) => ({
    token: String(index),
    kind: 'video',
    bytes: 2 * GB,
    metadata: '{}',
    active_at: Date.now(),
  }));
  await api.database.db.insertInto('resumable_uploads').values(rows).execute();
  expect((await begin(admin, 'captions', 10)).status).toBe(201);
  const large = await begin(admin, 'video', 2 * GB);
  expect([large.status, large.body.code]).toEqual([409, 'too-many-uploads']);
  const small = Array.from({ length: LIMITS.uploads - room }, (_, index) => ({
    ...rows[0],
    token: `small ${index}`,
    kind: 'captions',
    bytes: 1,
    metadata: '{}',
    active_at: Date.now(),
  }));
  await api.database.db.insertInto('resumable_uploads').values(small).execute();
  expect((await begin(admin, 'captions', 10)).status).toBe(409);
  // Finished and expired ones do not count.
  await api.database.db
    .updateTable('resumable_uploads')
    .set({ upload_name: 'a' })
    .where('token', '=', '0')
    .execute();
  await api.database.db
    .updateTable('resumable_uploads')
    .set({ active_at: 0 })
    .where('token', '=', '1')
    .execute();
  expect((await begin(admin, 'captions', 10)).status).toBe(201);
});

test('a file for which the disk has no room is refused before a byte is sent', async () => {
  const folder = await newUploadFolder();
  let free = GB;
  const uploads: UploadSpace = { ...uploadSpace(folder), freeBytes: async () => free };
  const admin = await (await start({ uploads })).signedIn('admin');
  // Needs twice its size: the parts and the complete file.
  const answer = await begin(admin, 'video', 600 * MB);
  expect([answer.status, answer.body]).toEqual([
    507,
    {
      code: 'storage-full',
      message: 'There is not enough space for this file. Please try again later.',
    },
  ]);
  expect((await begin(admin, 'video', 400 * MB)).status).toBe(201);
  // The first file's bytes are reserved before they arrive.
  expect((await begin(admin, 'video', 300 * MB)).status).toBe(507);
  free = 2 * GB;
  expect((await begin(admin, 'video', 300 * MB)).status).toBe(201);
});

test('a disk that becomes full during an upload ends it and leaves nothing', async () => {
  const folder = await newUploadFolder();
  const space = uploadSpace(folder);
  const uploads = { ...space };
  const api = await start({ uploads });
  const admin = await api.signedIn('admin');
  const file = anMp4('a film');
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file.subarray(0, 500));
  uploads.store = failing(space.store, 'ENOSPC');
  const answer = await append(admin, address, 500, file.subarray(500));
  expect([answer.status, answer.body.code]).toEqual([507, 'storage-full']);
  expect((await offsetOf(admin, address)).status).toBe(410);
  expect(await filesIn(folder)).toEqual([]);
  for (const table of ['resumable_uploads', 'resumable_parts'] as const)
    expect(await api.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('a store that fails loses nothing that had arrived', async () => {
  const folder = await newUploadFolder();
  const space = uploadSpace(folder);
  const uploads = { ...space };
  const admin = await (await start({ uploads })).signedIn('admin');
  const file = anMp4('a film');
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file.subarray(0, 500));
  uploads.store = failing(space.store, 'EIO');
  expect((await append(admin, address, 500, file.subarray(500))).status).toBe(500);
  uploads.store = space.store;
  expect((await offsetOf(admin, address)).headers['upload-offset']).toBe('500');
  await append(admin, address, 500, file.subarray(500));
  expect((await finish(admin, address)).status).toBe(201);
});

test('another node continues an upload and finishes it', async () => {
  const folder = await newUploadFolder();
  const first = await start({ uploads: uploadSpace(folder) });
  const second = await startTestApi({ uploads: uploadSpace(folder), database: first.database });
  const admin = await first.signedIn('admin');
  const file = anMp4('a film of two nodes');
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file.subarray(0, 500));
  const there = admin.at(second);
  expect((await offsetOf(there, address)).headers['upload-offset']).toBe('500');
  expect((await append(there, address, 500, file.subarray(500))).status).toBe(204);
  expect((await finish(admin, address)).status).toBe(201);
  await second.app.close();
});

test('parts that are missing after a restore end the upload with a sentence', async () => {
  const folder = await newUploadFolder();
  const admin = await (await start({ uploads: uploadSpace(folder) })).signedIn('admin');
  const file = captions();
  const address = await begun(admin, 'captions', file.length);
  await append(admin, address, 0, file);
  const [part = ''] = await filesIn(folder);
  await uploadSpace(folder).store.remove(part);
  const answer = await finish(admin, address);
  expect([answer.status, answer.body.message]).toEqual([
    410,
    'This upload has expired or was canceled. Choose the file again.',
  ]);
});

test('leftovers of other kinds in the folder of incoming files do no harm', async () => {
  const folder = await newUploadFolder();
  await mkdir(join(folder, 'incoming'), { recursive: true });
  await writeFile(join(folder, 'incoming', 'left'), 'from a crash');
  const admin = await (await start({ uploads: uploadSpace(folder) })).signedIn('admin');
  expect((await inParts(admin, 'captions', captions('Once more.'), 7)).answer.status).toBe(201);
});
