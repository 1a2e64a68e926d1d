import { beforeEach, expect, test } from 'vitest';
import { anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

let ada: SignedInClient;
let ines: SignedInClient;
let oceanId: number;

const api = setUpEachApi();
beforeEach(async () => {
  ada = await api.signedIn('admin', { username: 'Ada' });
  ines = await api.signedIn('admin', { username: 'Ines' });
  const waves = ['One', 'Two', 'Three'].map((title) => aWave({ title }));
  [oceanId = 0] = await insertOceans(api.database.db, [anOcean({ title: 'Rest', waves })]);
});

const put = (changes: object, by = ada) => by.put(`/api/oceans/${oceanId}`, changes);
const changes = async () => (await ada.get('/api/audit-log')).body;
const newest = async () => (await changes())[0].id as number;
const undo = (id: number, by = ada) => by.post(`/api/audit-log/${id}/undo`);
const present = async () => (await ada.get(`/api/oceans/${oceanId}`)).body;
const setting = async (key: string) => (await ada.get(`/api/settings/${key}`)).body.value;

test('a change is undone by a change, and so is its undoing', async () => {
  await put({ title: 'Deep rest', keywords: 'calm' });
  await put({ description: 'Another field, changed since.' }, ines);
  const [, edit] = await changes();
  const { status, body } = await undo(edit.id, ines);
  expect(status).toBe(200);
  expect(await present()).toMatchObject({
    title: 'Rest',
    keywords: [],
    description: expect.stringMatching(/since/),
  });
  const entry = (await changes())[0];
  expect(entry).toMatchObject({ id: body.id, action: 'updated', user: { username: 'Ines' } });
  expect(entry.details).toMatchObject({ after: { title: 'Rest' }, undoOf: edit.id });
  expect((await undo(entry.id)).status).toBe(200);
  expect(await present()).toMatchObject({ title: 'Deep rest', keywords: ['calm'] });
});

test('a field that was changed since stops the undoing, and the answer says who changed it', async () => {
  await put({ title: 'Deep rest', accessType: 'free' });
  const edit = await newest();
  await put({ title: 'Deepest rest' }, ines);
  const answer = await undo(edit);
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe('Ines changed this since. Look at both before you go on.');
  expect(await present()).toMatchObject({ title: 'Deepest rest', accessType: 'free' });
});

test('of two presses one undoes the change, and the other is refused as already undone', async () => {
  await put({ title: 'Deep rest' });
  const edit = await newest();
  const answers = await Promise.all([undo(edit), undo(edit, ines)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe('This change is undone already.');
});

test('the first picture of an imported item is undone', async () => {
  await put({ imageUrl: 'https://pictures.example/rest.jpg' });
  expect((await undo(await newest())).status).toBe(200);
  expect((await present()).imageUrl).toBeNull();
});

test('an order is undone, unless the list was changed since', async () => {
  const idsOf = async () =>
    (await ada.get(`/api/oceans/${oceanId}/waves`)).body.map(({ id }: { id: number }) => id);
  const [one, two, three] = await idsOf();
  await ada.put(`/api/oceans/${oceanId}/waves/order`, { ids: [three, one, two] });
  const [entry] = await changes();
  expect(entry.details.moved).toEqual({ title: 'Three', from: 2, to: 0 });
  expect((await undo(entry.id)).status).toBe(200);
  expect(await idsOf()).toEqual([one, two, three]);
  expect((await undo(entry.id)).body.message).toBe('This change is undone already.');
  await ada.put(`/api/oceans/${oceanId}/waves/order`, { ids: [three, two, one] });
  const again = await newest();
  await ada.delete(`/api/waves/${two}`);
  expect((await undo(again)).status).toBe(409);
});

test.each(['admin', 'editor'] as const)('the order of all oceans is undone: %s', async (role) => {
  const [second = 0] = await insertOceans(api.database.db, [anOcean({ title: 'Focus' })]);
  const client = await api.signedIn(role, { username: `Orders as ${role}` });
  expect((await client.put('/api/oceans/order', { ids: [second, oceanId] })).status).toBe(204);
  expect((await client.post(`/api/audit-log/${await newest()}/undo`)).status).toBe(200);
  expect((await ada.get('/api/oceans')).body.map(({ id }: { id: number }) => id)).toEqual([oceanId, second]);
});

test('a setting that was changed, made or deleted is as it was', async () => {
  const value = 'A long text. '.repeat(4_000).trim();
  const title = { key: 'site.note', value, category: 'general' };
  await ada.post('/api/settings', title);
  const made = await newest();
  await ada.put('/api/settings/site.note', { value: 'Short.' });
  const changed = await newest();
  await ada.delete('/api/settings/site.note');
  const deleted = await newest();
  expect((await undo(changed)).status).toBe(409);
  expect((await undo(deleted)).status).toBe(200);
  expect(await setting('site.note')).toBe('Short.');
  expect((await undo(changed)).status).toBe(200);
  expect(await setting('site.note')).toBe(value);
  expect((await undo(made)).status).toBe(200);
  expect((await ada.get('/api/settings/site.note')).status).toBe(404);
});

test('a setting’s history restores a previous value, and its default', async () => {
  await ada.post('/api/settings', { key: 'hero.title', value: 'First', category: 'content' });
  await ada.put('/api/settings/hero.title', { value: 'Second' });
  const { body } = await ada.get('/api/history/setting/hero.title');
  expect(body).toMatchObject({ exists: true, total: 2 });
  const [, first] = body.versions;
  const at = async (version: number) => (await ada.get(`/api/history/setting/hero.title/${version}`)).body;
  const then = await at(first.id);
  expect(then.changed).toMatchObject([{ field: 'value', old: 'First', now: 'Second' }]);
  const restore = (version: number, latest: number) =>
    ada.post('/api/history/setting/hero.title/restore', { version, fields: ['value'], latest });
  expect((await restore(first.id, then.latest)).status).toBe(200);
  expect(await setting('hero.title')).toBe('First');
  const before = await at(0);
  expect(before.changed).toMatchObject([{ field: 'value', old: null, now: 'First' }]);
  await restore(0, before.latest);
  expect((await ada.get('/api/settings/hero.title')).status).toBe(404);
  const gone = await at(first.id);
  expect(gone.changed).toMatchObject([{ field: 'value', old: 'First', now: null }]);
  await restore(first.id, gone.latest);
  expect(await setting('hero.title')).toBe('First');
});

test('a value that an older program has cut is not restored', async () => {
  const old = `${'x'.repeat(30_000)}…`;
  await ada.post('/api/settings', { key: 'site.note', value: 'now', category: 'general' });
  await api.database.db
    .insertInto('audit_log')
    .values({
      at: 1,
      user_id: null,
      action: 'updated',
      item_type: 'setting',
      item_id: 'site.note',
      title: 'site.note',
      details: JSON.stringify({ before: { value: old }, after: { value: 'now' } }),
    })
    .execute();
  const answer = await undo(await newest());
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe('Only the beginning of this value was kept.');
  expect(await setting('site.note')).toBe('now');
});

test('a change that cannot be undone is refused with the reason', async () => {
  await ada.delete(`/api/oceans/${oceanId}`);
  expect((await undo(await newest())).status).toBe(400);
  expect((await undo(987_654)).status).toBe(404);
});
