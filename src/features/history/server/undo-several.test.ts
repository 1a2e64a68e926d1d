import { beforeEach, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* A bulk change is undone as a whole. */

let ada: SignedInClient;
let ines: SignedInClient;
let waves: number[];
let ids: number[];

const api = setUpEachApi();
beforeEach(async () => {
  ada = await api.signedIn('admin', { username: 'Ada' });
  ines = await api.signedIn('admin', { username: 'Ines' });
  const droplets = ['One', 'Two', 'Three', 'Four'].map((title) =>
    aDroplet({ title, isPublished: title === 'Two', accessType: 'premium', keywords: [title] }),
  );
  const [ocean = 0] = await insertOceans(api.database.db, [
    anOcean({
      waves: [aWave({ title: 'From', droplets }), aWave({ title: 'To', droplets: [aDroplet({})] })],
    }),
  ]);
  waves = (await ada.get(`/api/oceans/${ocean}/waves`)).body.map(({ id }: { id: number }) => id);
  ids = await idsIn(waves[0]);
});

const idsIn = async (wave = 0): Promise<number[]> =>
  (await ada.get(`/api/waves/${wave}/droplets`)).body.map(({ id }: { id: number }) => id);
const bulk = async (change: object, of = ids) =>
  (await ada.post('/api/content/bulk', { type: 'droplet', ids: of, change })).body.entries as number[];
const undo = (entries: number[], by = ada) => by.post('/api/audit-log/undo', { entries });
/** Reads the rows of all droplets, without the columns with times of changes. */
const rows = async () =>
  (await api.database.db.selectFrom('droplets').selectAll().orderBy('id').execute()).map(
    ({ updated_at, published_at, version, ...row }) => row,
  );

test.each([
  [{ action: 'publish' }],
  [{ action: 'unpublish' }],
  [{ action: 'access', accessType: 'free' }],
  [{ action: 'sample', isSample: true }],
  [{ action: 'add-keywords', keywords: ['heron'] }],
  [{ action: 'remove-keywords', keywords: ['one', 'two'] }],
])('%j is undone in one call, and so is its undoing', async (change) => {
  const before = await rows();
  const entries = await bulk(change);
  const after = await rows();
  expect(after).not.toEqual(before);
  const undone = await undo(entries);
  expect(undone.status).toBe(200);
  expect(await rows()).toEqual(before);
  expect((await undo(undone.body.entries)).status).toBe(200);
  expect(await rows()).toEqual(after);
});

test('moved items are at their former positions again, between those that stayed', async () => {
  const before = await rows();
  const entries = await bulk({ action: 'move', parentId: waves[1] }, [ids[2], ids[0]] as number[]);
  expect(await idsIn(waves[0])).toEqual([ids[1], ids[3]]);
  expect((await undo(entries)).status).toBe(200);
  expect(await idsIn(waves[0])).toEqual(ids);
  expect(await rows()).toEqual(before);
});

test('moved items whose positions were taken come back at the end, in their order', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  const entries = await bulk({ action: 'move', parentId: waves[1] }, [one, two]);
  await ada.put(`/api/waves/${waves[0]}/droplets/order`, { ids: [four, three] });
  expect((await undo(entries)).status).toBe(200);
  expect(await idsIn(waves[0])).toEqual([four, three, one, two]);
});

test('one item that was changed since is named, and nothing is undone', async () => {
  const entries = await bulk({ action: 'add-keywords', keywords: ['heron'] });
  const after = await rows();
  await ines.put(`/api/droplets/${ids[2]}`, { keywords: 'bittern' });
  const answer = await undo(entries);
  expect([answer.status, answer.body.code]).toEqual([409, 'edit-conflict']);
  expect(answer.body.message).toBe(
    '“Three” was changed since, so nothing was undone. Look again before you go on.',
  );
  expect(answer.body.issues).toEqual([{ path: 'entries.2', message: 'The item was changed since' }]);
  expect((await rows()).filter(({ id }) => id !== ids[2])).toEqual(after.filter(({ id }) => id !== ids[2]));
  await ada.delete(`/api/droplets/${ids[3]}`);
  expect((await undo(entries)).body.message).toMatch(/^“Three” and 1 more were changed since/);
});

test('an item that somebody has set back already stays so, and the others are undone', async () => {
  const before = await rows();
  const entries = await bulk({ action: 'publish' });
  await ines.put(`/api/droplets/${ids[2]}`, { isPublished: false });
  expect((await undo(entries)).body.entries).toHaveLength(2);
  expect(await rows()).toEqual(before);
});

test('another field that somebody changed since stays', async () => {
  const entries = await bulk({ action: 'publish' });
  await ines.put(`/api/droplets/${ids[0]}`, { title: 'Another title' });
  expect((await undo(entries)).status).toBe(200);
  expect(await rows()).toContainEqual(
    expect.objectContaining({
      id: ids[0],
      title: 'Another title',
      is_published: expect.toSatisfy((on) => !on),
    }),
  );
});

test('of two administrators who press at once, one undoes, and the other is told', async () => {
  const entries = await bulk({ action: 'publish' });
  const answers = await Promise.all([undo(entries), undo(entries, ines)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe('This change is undone already.');
});

const plan = (times: { publish_at?: number; unpublish_at: number }) =>
  api.database.db
    .updateTable('droplets')
    .set(times)
    .where('id', '=', ids[0] as number)
    .execute();

test('the times of publishing and taking down of a bulk publication are there again', async () => {
  const publishAt = Date.now() + 86_400_000;
  await plan({ publish_at: publishAt, unpublish_at: publishAt + 1 });
  const before = await rows();
  const entries = await bulk({ action: 'publish' });
  expect((await rows()).some(({ publish_at }) => publish_at !== null)).toBe(false);
  const undone = await undo(entries);
  expect(undone.status).toBe(200);
  expect(await rows()).toEqual(before);
  // Ignores a taking down planned in between, before the publication.
  const again = await undo(undone.body.entries);
  await plan({ unpublish_at: publishAt - 1 });
  await undo(again.body.entries);
  expect((await rows())[0]).toMatchObject({ publish_at: publishAt, unpublish_at: null });
});

test('an undoing that would publish a film that is gone is refused', async () => {
  const entries = await bulk({ action: 'unpublish' });
  const media_url = `/media/u/${'a'.repeat(32)}.mp4`;
  await api.database.db.updateTable('droplets').set({ media_url }).execute();
  expect((await undo(entries)).body.code).toBe('not-publishable');
});

test('changes of two levels, and two changes of one item, are refused', async () => {
  const published = await bulk({ action: 'publish' }, [ids[0]] as number[]);
  const unpublish = { type: 'wave', ids: [waves[1]], change: { action: 'unpublish' } };
  const { entries } = (await ada.post('/api/content/bulk', unpublish)).body;
  expect((await undo([...published, ...entries])).status).toBe(400);
  const unpublished = await bulk({ action: 'unpublish' }, [ids[0]] as number[]);
  expect((await undo([...published, ...unpublished])).status).toBe(400);
});

test('unknown entries, and those of other changes, are refused', async () => {
  expect((await undo([987_654])).status).toBe(404);
  await ada.put(`/api/droplets/${ids[0]}`, { title: 'Another title' });
  const [{ id }] = (await ada.get('/api/audit-log')).body;
  expect((await undo([id])).status).toBe(400);
  expect((await undo([])).status).toBe(400);
});
