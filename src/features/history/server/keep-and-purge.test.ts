import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepWritings } from '#features/catalogue/server/writing/writings.ts';
import { sweepUploads } from '#features/uploads/server/sweep-uploads.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { aPicture, filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { CHANGES_KEPT, purgeHistory, VALUES_KEPT } from './purge-history.ts';

let api: TestApi;
let admin: SignedInClient;
let folder: string;
let oceanId: number;

beforeEach(async () => {
  folder = await newUploadFolder();
  api = await startTestApi({ uploads: uploadSpace(folder) });
  admin = await api.signedIn('admin');
  const waves = [aWave({ droplets: [aDroplet()] })];
  [oceanId = 0] = await insertOceans(api.database.db, [anOcean({ title: 'Rest', waves })]);
});
afterEach(() => api.stop());

const db = () => api.database.db;
const rename = (n: number) => admin.put(`/api/oceans/${oceanId}`, { title: `Title ${n}` });
const list = async () => (await admin.get(`/api/history/ocean/${oceanId}?limit=100`)).body.versions;
/** Adds changes of the title, in the catalogue's format, at a past time. */
async function addChanges(count: number, at: number, of: object = {}) {
  const change = (n: number) => ({ before: { title: `Title ${n}` }, after: { title: `Title ${n + 1}` } });
  const entry = {
    at,
    user_id: null,
    action: 'updated',
    item_type: 'ocean',
    item_id: String(oceanId),
    title: '',
    ...of,
  };
  await db()
    .insertInto('audit_log')
    .values(Array.from({ length: count }, (_, n) => ({ ...entry, details: JSON.stringify(change(n)) })))
    .execute();
}

test('values are kept for a year, of the last changes longer; entries keep the names of fields', async () => {
  const now = Date.now();
  // Changes of other items do not count among the last ones.
  await addChanges(1, now - VALUES_KEPT - 1, { item_type: 'wave' });
  await addChanges(1, now - VALUES_KEPT - 1, { item_id: String(oceanId + 1) });
  await addChanges(CHANGES_KEPT + 3, now - VALUES_KEPT - 1);
  expect(await purgeHistory(db(), { now, atOnce: 2 })).toBe(3);
  expect(await purgeHistory(db(), { now })).toBe(0);
  const versions = await list();
  expect(versions).toHaveLength(CHANGES_KEPT + 3);
  expect(versions.every(({ fields }: { fields: string[] }) => fields.join() === 'title')).toBe(true);
  const kept = versions.map(({ isKept }: { isKept: boolean }) => isKept);
  // The state after the newest purged entry is known.
  expect(kept.filter(Boolean)).toHaveLength(CHANGES_KEPT + 1);
  expect(kept.lastIndexOf(true)).toBe(CHANGES_KEPT);

  const { body } = await admin.get(`/api/history/ocean/${oceanId}/0`);
  expect(body.changed).toMatchObject([{ field: 'title', lost: 'This value is no longer kept.' }]);
  const restored = await admin.post(`/api/history/ocean/${oceanId}/restore`, {
    version: 0,
    fields: ['title'],
    latest: body.latest,
  });
  expect(restored.status).toBe(400);
  expect((await admin.post(`/api/audit-log/${versions.at(-1).id}/undo`)).status).toBe(400);
});

test('values of the last year are kept, however many', async () => {
  const now = Date.now();
  await addChanges(CHANGES_KEPT + 3, now - VALUES_KEPT + MINUTE);
  expect(await purgeHistory(db(), { now })).toBe(0);
});

test('the upload of a previous version stays until its values are purged', async () => {
  const { url } = (await upload(admin, 'image', await aPicture(600, 400))).body;
  const later = (days: number) => Date.now() + days * DAY;
  const sweep = (days: number) => sweepUploads(db(), uploadSpace(folder), later(days));
  await admin.put(`/api/oceans/${oceanId}`, { imageUrl: url });
  await admin.put(`/api/oceans/${oceanId}`, { imageUrl: '/media/other.webp' });
  await sweep(0);
  expect(await sweep(8)).toBe(0);
  const { body } = await admin.get(`/api/history/ocean/${oceanId}/1`);
  expect(body.changed).toMatchObject([{ field: 'imageUrl', old: url, lost: null }]);

  for (let n = 0; n < CHANGES_KEPT; n += 1) await rename(n);
  expect(await purgeHistory(db(), { now: later(366) })).toBe(2);
  await sweep(366);
  expect(await sweep(374)).toBe(1);
  expect(await filesIn(folder)).toEqual([]);
});

test('a written text and its picture stay as long as a previous version has them', async () => {
  const droplet = await db().selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  const picture = (await upload(admin, 'image', await aPicture(600, 400))).body.url;
  const text = await admin.post('/api/writings', {
    kind: 'text',
    source: `Words.\n\n![A picture](${picture})`,
  });
  await admin.put(`/api/droplets/${droplet.id}`, { mediaType: 'text', mediaUrl: text.body.url });
  await admin.put(`/api/droplets/${droplet.id}`, { mediaType: 'video', mediaUrl: '/media/a.mp4' });
  const now = Date.now();
  for (const at of [now, now + 8 * DAY]) {
    expect(await sweepWritings(db(), at)).toBe(0);
    expect(await sweepUploads(db(), uploadSpace(folder), at)).toBe(0);
  }
  expect(await db().selectFrom('writings').select('kind').execute()).toHaveLength(1);
  expect(await db().selectFrom('uploads').select('hash').execute()).toHaveLength(1);
});

test('the upload in a setting’s previous value stays', async () => {
  const { url } = (await upload(admin, 'image', await aPicture(600, 400))).body;
  await admin.post('/api/settings', { key: 'site.logo', value: url, category: 'branding' });
  expect((await admin.delete('/api/settings/site.logo')).status).toBe(204);
  await sweepUploads(db(), uploadSpace(folder), Date.now());
  expect(await sweepUploads(db(), uploadSpace(folder), Date.now() + 8 * DAY)).toBe(0);
});
