import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepUploads } from '#features/uploads/server/sweep-uploads.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { GOOD_PASSWORD, registered } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { aPicture, filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { purgeTrash } from './purge-trash.ts';
import { KEPT_FOR } from './store-deletion.ts';

let api: TestApi;
let admin: SignedInClient;
let folder: string;

beforeEach(async () => {
  folder = await newUploadFolder();
  api = await startTestApi({ uploads: uploadSpace(folder) });
  admin = await api.signedIn('admin');
});
afterEach(() => api.stop());

const db = () => api.database.db;
const listed = async () => (await admin.get('/api/trash')).body;
const restore = (type: string, id: number) => admin.post('/api/trash/restore', { type, ids: [id] });
const rowsOf = async (table: string) =>
  (await db().selectFrom('trash_rows').select('content').where('table_name', '=', table).execute()).length;

/** Makes an ocean with one wave and some droplets. Returns their ids. */
async function anOceanOf(droplets: number) {
  const [oceanId = 0] = await insertOceans(db(), [
    anOcean({ waves: [aWave({ droplets: Array.from({ length: droplets }, () => aDroplet()) })] }),
  ]);
  const rows = await db().selectFrom('droplets').select('id').orderBy('id').execute();
  return { oceanId, dropletId: rows.at(-1)?.id ?? 0 };
}

async function seen(userId: number, dropletId: number) {
  const report = { position: 5, furthest: 5, seen_at: null, at: 5 };
  await db()
    .insertInto('progress')
    .values({ user_id: userId, droplet_id: dropletId, ...report })
    .execute();
}

test('a deleted account is erased from the trash, also as the author of deletions', async () => {
  const { oceanId, dropletId } = await anOceanOf(1);
  const person = await registered(api);
  await seen(person.user.id, dropletId);
  await seen(admin.user.id, dropletId);
  await person.client.post('/api/favorites', { itemType: 'droplet', itemId: dropletId });
  await db().updateTable('users').set({ role: 'admin' }).where('id', '=', person.user.id).execute();
  expect((await person.client.delete(`/api/oceans/${oceanId}`)).status).toBe(204);
  expect((await listed())[0]).toMatchObject({ deletedBy: { id: person.user.id }, favorites: 1 });

  expect((await person.client.delete('/api/user', { password: GOOD_PASSWORD })).status).toBe(204);
  expect((await listed())[0].deletedBy).toBeNull();
  expect((await restore('ocean', oceanId)).status).toBe(200);
  expect(await db().selectFrom('progress').select('user_id').execute()).toEqual([{ user_id: admin.user.id }]);
});

test('an erased sign-up leaves nothing of its letters in the trash', async () => {
  const { oceanId, dropletId } = await anOceanOf(1);
  await api.visitor().send('POST', '/api/email-signup', { email: 'reader@example.org' });
  const signup = await db().selectFrom('email_signups').select('id').executeTakeFirstOrThrow();
  const schedule = { day: 1, hour: 7, time_zone: 'UTC', frequency: 'weekly', created_at: 1 };
  const letter = await db()
    .insertInto('letters')
    .values({ signup_id: signup.id, ...schedule } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('letters_sent')
    .values({ letter_id: letter.id, droplet_id: dropletId, at: 1 })
    .execute();
  await admin.delete(`/api/oceans/${oceanId}`);
  const sent = () => db().selectFrom('letters_sent').select('droplet_id').execute();
  expect(await sent()).toEqual([{ droplet_id: dropletId }]);
  expect((await admin.delete(`/api/email-signups/${signup.id}`)).status).toBe(204);
  expect(await sent()).toEqual([]);
  expect((await restore('ocean', oceanId)).status).toBe(200);
});

test('forgotten progress does not come back with an item', async () => {
  const { oceanId, dropletId } = await anOceanOf(1);
  await seen(admin.user.id, dropletId);
  await admin.post('/api/favorites', { itemType: 'droplet', itemId: dropletId });
  await admin.delete(`/api/oceans/${oceanId}`);
  expect((await admin.delete('/api/progress')).status).toBe(204);
  expect((await restore('ocean', oceanId)).status).toBe(200);
  expect(await db().selectFrom('progress').selectAll().execute()).toEqual([]);
  expect((await admin.get('/api/favorites')).body).toHaveLength(1);
});

test('uploads of items in the trash stay as long as these, and only staff get them', async () => {
  const [{ url: film }, { url: other }, { url: picture }] = [
    (await upload(admin, 'video', anMp4('of an item'))).body,
    (await upload(admin, 'video', anMp4('by its full address'))).body,
    (await upload(admin, 'image', await aPicture(300, 300))).body,
  ];
  const text = (await admin.post('/api/writings', { kind: 'text', source: `![A lamp](${picture})` })).body;
  const files = (await filesIn(folder)).length;
  const [id] = await insertOceans(db(), [
    anOcean({ mediaType: 'video', mediaUrl: film }),
    anOcean({ mediaType: 'video', mediaUrl: `https://example.org${other}` }),
    anOcean({ waves: [aWave({ droplets: [aDroplet({ mediaType: 'text', mediaUrl: text.url })] })] }),
  ]);
  const visitor = api.visitor();
  await visitor.send('POST', '/api/email-signup', { email: 'reader@example.org' });
  expect((await visitor.get(film)).status).toBe(200);
  for (const ocean of (await admin.get('/api/oceans')).body) await admin.delete(`/api/oceans/${ocean.id}`);
  expect((await visitor.get(film)).status).toBe(404);
  expect((await admin.get(film)).status).toBe(200);

  const sweep = (days: number) => sweepUploads(db(), uploadSpace(folder), Date.now() + days * DAY);
  for (const days of [0, 8, 20, 30]) expect(await sweep(days)).toBe(0);
  expect(await filesIn(folder)).toHaveLength(files);
  expect((await restore('ocean', id as number)).status).toBe(200);
  expect((await visitor.get(film)).status).toBe(200);

  await purgeTrash(db(), { now: Date.now() + KEPT_FOR + 2 * HOUR });
  await sweep(31);
  expect(await sweep(39)).toBe(2);
  expect(await filesIn(folder)).toHaveLength(1);
});

test('after 30 days an entry is gone, and the purge deletes its rows in small batches', async () => {
  const { oceanId } = await anOceanOf(25);
  const later = await anOceanOf(1);
  await admin.delete(`/api/oceans/${oceanId}`);
  const at = Date.now();
  expect(await purgeTrash(db(), { now: at + KEPT_FOR - HOUR })).toBe(0);
  await db().updateTable('trash').set({ expires_at: at }).execute();
  await admin.delete(`/api/oceans/${later.oceanId}`);
  expect(await listed()).toHaveLength(1);
  expect((await restore('ocean', oceanId)).status).toBe(404);
  expect(await purgeTrash(db(), { now: at })).toBe(0);
  expect(await rowsOf('droplets')).toBe(26);
  expect(await purgeTrash(db(), { now: at + 2 * HOUR, atOnce: 4 })).toBe(1);
  expect(await rowsOf('droplets')).toBe(1);
  expect((await restore('ocean', later.oceanId)).status).toBe(200);
});

test('deleting for good removes the rows at once and is in the audit log', async () => {
  const { oceanId } = await anOceanOf(3);
  await admin.delete(`/api/oceans/${oceanId}`);
  const [{ id, title }] = await listed();
  expect((await admin.delete(`/api/trash/${id}`)).status).toBe(204);
  expect((await admin.delete(`/api/trash/${id}`)).status).toBe(404);
  expect(await rowsOf('droplets')).toBe(0);
  expect(await db().selectFrom('trash').selectAll().execute()).toEqual([]);
  const [entry] = (await admin.get('/api/audit-log?limit=1')).body;
  expect(entry).toMatchObject({ action: 'deleted', itemType: 'ocean', title, details: { forGood: true } });
});

test('emptying the trash leaves what the administrator has not seen', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { oceanId } = await anOceanOf(1);
    await admin.delete(`/api/oceans/${oceanId}`);
    ids.push(oceanId);
  }
  const [, second] = await listed();
  const total = async () => (await admin.get(`/api/trash/total?upTo=${second.id}`)).body;
  expect(await total()).toEqual({ oceans: 2, waves: 2, droplets: 2, favorites: 0 });
  expect((await admin.post('/api/trash/empty', { upTo: second.id })).body).toEqual({ deleted: 2 });
  expect(await rowsOf('droplets')).toBe(1);
  expect((await listed()).map(({ itemId }: { itemId: number }) => itemId)).toEqual([ids[2]]);
  expect((await admin.post('/api/trash/empty', { upTo: second.id })).body).toEqual({ deleted: 0 });
  expect(await total()).toEqual({ oceans: 0, waves: 0, droplets: 0, favorites: 0 });
});
