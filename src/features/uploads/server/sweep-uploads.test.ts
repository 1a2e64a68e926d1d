import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { aPicture, captions, filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import type { UploadSpace } from './store.ts';
import { sweepIncoming, sweepUploads } from './sweep-uploads.ts';
import { uploadSpace } from './upload-space.ts';

let api: TestApi;
let admin: SignedInClient;
let folder: string;
let space: UploadSpace;

beforeEach(async () => {
  folder = await newUploadFolder();
  space = uploadSpace(folder);
  api = await startTestApi({ uploads: space });
  admin = await api.signedIn('admin');
});
afterEach(() => api.stop());

const after = (days: number) => sweepUploads(api.database.db, space, Date.now() + days * DAY + MINUTE);
const listed = async (query = '') => (await admin.get(`/api/uploads${query}`)).body.length;

test('uploads unused for a week are deleted, with every width of a picture', async () => {
  // Two widths are smaller as AVIF.
  await upload(admin, 'image', await aPicture(1200, 600));
  await upload(admin, 'captions', captions());
  expect(await after(6)).toBe(0);
  expect(await filesIn(folder)).toHaveLength(6);
  expect(await after(7)).toBe(2);
  expect(await filesIn(folder)).toEqual([]);
  expect(await listed()).toBe(0);
});

test('uploads in use by an item or a setting stay, also by full URL', async () => {
  const [video, image, narrow, elsewhere, lines, logo] = [
    (await upload(admin, 'video', anMp4('in use'))).body.url,
    (await upload(admin, 'image', await aPicture(300, 300))).body.url,
    (await upload(admin, 'image', await aPicture(1000, 300))).body.url,
    (await upload(admin, 'video', anMp4('by its full address'))).body.url,
    (await upload(admin, 'captions', captions('in another language'))).body.url,
    (await upload(admin, 'image', await aPicture(100, 40))).body.url,
  ];
  await insertOceans(api.database.db, [
    anOcean({ mediaType: 'video', mediaUrl: video, imageUrl: image }),
    anOcean({ mediaType: 'video', mediaUrl: `https://example.org${elsewhere}` }),
    anOcean({ furtherCaptions: [{ language: 'es', url: `https://example.org${lines}` }] }),
    anOcean({ imageUrl: narrow.replace('-1000', '-480') }),
  ]);
  const setting = { key: 'site.logo', value: `https://example.org${logo}`, category: 'branding' };
  await admin.post('/api/settings', setting);
  expect(await after(30)).toBe(0);
  expect(await listed()).toBe(6);
});

test('items, the trash and a file that a setting uses leave the week of an unused one alone', async () => {
  const { url } = (await upload(admin, 'image', await aPicture(100, 40))).body;
  await upload(admin, 'captions', captions());
  await insertOceans(api.database.db, [anOcean(), anOcean()]);
  const [{ id }] = (await admin.get('/api/oceans')).body;
  expect((await admin.delete(`/api/oceans/${id}`)).status).toBe(204);
  await admin.post('/api/settings', { key: 'site.logo', value: url, category: 'branding' });
  expect(await after(7)).toBe(1);
  expect(await listed()).toBe(1);
});

test('the week starts with the removal of the last reference, however old the file is', async () => {
  const { url } = (await upload(admin, 'video', anMp4('let go'))).body;
  await insertOceans(api.database.db, [anOcean({ mediaType: 'video', mediaUrl: url })]);
  const id = (await admin.get('/api/oceans')).body[0].id;
  expect(await after(0)).toBe(0);
  await admin.delete(`/api/oceans/${id}`);
  // An item in the trash counts as a reference.
  expect(await after(99)).toBe(0);
  const [entry] = (await admin.get('/api/trash')).body;
  await admin.delete(`/api/trash/${entry.id}`);
  expect(await after(100)).toBe(0);
  expect(await after(106)).toBe(0);
  expect(await after(108)).toBe(1);
});

test('uploading a file again restarts its week', async () => {
  const film = anMp4('again');
  await upload(admin, 'video', film);
  await api.database.db
    .updateTable('uploads')
    .set({ unused_since: Date.now() - 20 * DAY })
    .execute();
  expect((await upload(admin, 'video', film)).status).toBe(200);
  expect(await after(0)).toBe(0);
});

test('a film whose storing was cut off is stored again', async () => {
  const film = anMp4('cut off');
  const { url } = (await upload(admin, 'video', film)).body;
  await api.database.db.updateTable('uploads').set({ is_whole: false }).execute();
  expect((await admin.get(url)).status).toBe(404);
  expect(await listed()).toBe(0);
  expect((await upload(admin, 'video', film)).status).toBe(201);
  expect((await admin.get(url)).status).toBe(200);
  expect(await listed('?kind=video')).toBe(1);
  expect(await listed('?kind=image')).toBe(0);
});

test('a file missing in the store is stored again by a new upload', async () => {
  const film = anMp4('lost');
  const { url } = (await upload(admin, 'video', film)).body;
  await space.store.remove(url.slice('/media/u/'.length));
  expect((await admin.get(url)).status).toBe(404);
  expect((await upload(admin, 'video', film)).status).toBe(201);
  expect((await admin.get(url)).status).toBe(200);
});

test('a picture with missing files gets the facts of its new encoding', async () => {
  const picture = await aPicture(600, 300);
  const { url, bytes } = (await upload(admin, 'image', picture)).body;
  await space.store.remove(url.slice('/media/u/'.length));
  // Sizes that another version of the encoder could have stored.
  await api.database.db
    .updateTable('uploads')
    .set({ bytes: 1, files: JSON.stringify({ [url.slice('/media/u/'.length)]: 1 }) })
    .execute();
  expect((await upload(admin, 'image', picture)).body).toMatchObject({ url, bytes });
  expect((await admin.get(url)).headers['content-length']).toBe(String(bytes));
});

test('incoming files left by a crash are deleted after a day', async () => {
  await upload(admin, 'captions', captions());
  const left = join(space.incoming, 'left-by-a-crash');
  await writeFile(left, 'half');
  await sweepIncoming(space);
  expect(await filesIn(folder)).toContain('left-by-a-crash');
  const yesterday = new Date(Date.now() - 2 * DAY);
  await utimes(left, yesterday, yesterday);
  await sweepIncoming(space);
  expect(await filesIn(folder)).not.toContain('left-by-a-crash');
});
