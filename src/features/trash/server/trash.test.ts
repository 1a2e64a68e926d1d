import { expect, test } from 'vitest';
import {
  admin,
  api,
  catalogueVersion,
  createDroplet,
  createOcean,
  createWave,
  setUpEmptyCatalogue,
} from '#test/write-fixture.ts';

setUpEmptyCatalogue();

const remove = async (path: string) => {
  const { status, text } = await admin.delete(path);
  expect(status, text).toBe(204);
};
const restore = (type: string, ...ids: number[]) => admin.post('/api/trash/restore', { type, ids });
const listed = async (query = '') => (await admin.get(`/api/trash${query}`)).body;
const order = async (path: string) =>
  (await admin.get(path)).body.map(({ title }: { title: string }) => title);

test('the trash lists what was deleted, with whom, when, and what lay below', async () => {
  const ocean = await createOcean({ title: 'Rest' });
  const wave = await createWave({ oceanId: ocean.id, title: 'Evening' });
  for (const title of ['One', 'Two']) await createDroplet({ waveId: wave.id, title });
  for (const [itemType, itemId] of [
    ['ocean', ocean.id],
    ['wave', wave.id],
  ])
    await admin.post('/api/favorites', { itemType, itemId });
  const before = Date.now();
  await remove(`/api/waves/${wave.id}`);
  await remove(`/api/oceans/${ocean.id}`);
  const [first, second] = await listed();
  expect(first).toMatchObject({
    type: 'ocean',
    itemId: ocean.id,
    title: 'Rest',
    imageUrl: ocean.imageUrl,
    parent: null,
    waves: 0,
    droplets: 0,
    favorites: 1,
    deletedBy: { id: admin.user.id, username: admin.user.username },
  });
  expect(second).toMatchObject({
    type: 'wave',
    title: 'Evening',
    parent: { type: 'ocean', title: 'Rest', state: 'in-trash', within: { type: 'ocean', title: 'Rest' } },
    waves: 0,
    droplets: 2,
    favorites: 1,
  });
  const deletedAt = Date.parse(second.deletedAt);
  expect(deletedAt).toBeGreaterThanOrEqual(before);
  expect(Date.parse(second.expiresAt) - deletedAt).toBe(30 * 24 * 60 * 60_000);
});

test('the list comes in parts, and is filtered by type and title', async () => {
  for (const title of ['A 100% calm', 'Bay', 'Cove']) {
    const { id } = await createOcean({ title });
    await remove(`/api/oceans/${id}`);
  }
  const wave = await createWave({ title: 'Überall still' });
  await remove(`/api/waves/${wave.id}`);
  const titles = async (query: string) => (await listed(query)).map(({ title }: { title: string }) => title);
  expect(await titles('')).toEqual(['Überall still', 'Cove', 'Bay', 'A 100% calm']);
  const part = await admin.get('/api/trash?limit=3');
  expect(part.body).toHaveLength(3);
  expect(await titles(`?limit=3&cursor=${part.headers['x-next-cursor']}`)).toEqual(['A 100% calm']);
  // All four fill the page, and there is no next page.
  expect((await admin.get('/api/trash?limit=4')).headers).not.toHaveProperty('x-next-cursor');
  expect(await titles('?type=wave')).toEqual(['Überall still']);
  expect(await titles(`?q=${encodeURIComponent('überALL')}`)).toEqual(['Überall still']);
  expect(await titles(`?q=${encodeURIComponent('u\u0308berall')}`)).toEqual(['Überall still']);
  expect(await titles('?q=0%25')).toEqual(['A 100% calm']);
  expect(await titles('?q=_')).toEqual([]);
});

test('a restored item is where it was, found by the search, and in the audit log', async () => {
  const wave = await createWave();
  const [, second] = [
    await createDroplet({ waveId: wave.id, title: 'First', isPublished: true }),
    await createDroplet({ waveId: wave.id, title: 'Heronword', isPublished: true, keywords: 'heron' }),
    await createDroplet({ waveId: wave.id, title: 'Third', isPublished: true }),
  ];
  await remove(`/api/droplets/${second.id}`);
  const version = await catalogueVersion();
  const answer = await restore('droplet', second.id);
  expect(answer.status).toBe(200);
  expect(await catalogueVersion()).toBe(version + 1);
  expect(await order(`/api/waves/${wave.id}/droplets`)).toEqual(['First', 'Heronword', 'Third']);
  expect((await admin.get(`/api/droplets/${second.id}`)).body).toEqual(second);
  expect(await order('/api/explore/droplets?q=heronword')).toEqual(['Heronword']);
  expect((await admin.get('/api/explore/keywords')).body).toContain('heron');
  expect(await listed()).toEqual([]);
  const log = (await admin.get(`/api/audit-log?itemType=droplet&itemId=${second.id}`)).body;
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['restored', 'deleted', 'created']);
  const actions = async (action: string) =>
    (await admin.get(`/api/audit-log?action=${action}&limit=1`)).body[0];
  expect(await actions('restored')).toMatchObject({ title: 'Heronword', details: { newSlug: null } });
  expect(await actions('created')).toMatchObject({ title: 'Third' });
});

test('a node of the previous version can list a restoration', async () => {
  const { id } = await createOcean();
  await remove(`/api/oceans/${id}`);
  await restore('ocean', id);
  const rows = await api.database.db.selectFrom('audit_log').select('action').distinct().execute();
  expect(rows.map(({ action }) => action)).not.toContain('restored');
});

test('several deleted items come back together, each at its position', async () => {
  const wave = await createWave();
  const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
  const ids: number[] = [];
  for (const title of titles) ids.push((await createDroplet({ waveId: wave.id, title })).id);
  const some = [ids[1], ids[2], ids[4]] as number[];
  await admin.post('/api/content/bulk', { type: 'droplet', ids: some, change: { action: 'delete' } });
  expect(await listed()).toHaveLength(3);
  expect((await restore('droplet', ...some)).body).toHaveLength(3);
  expect(await order(`/api/waves/${wave.id}/droplets`)).toEqual(titles);
});

test('an item whose slug and position are taken gets others, and the answer says so', async () => {
  const ocean = await createOcean();
  const wave = await createWave({ oceanId: ocean.id, slug: 'evening', title: 'Old' });
  await createDroplet({ waveId: wave.id, slug: 'breath' });
  await remove(`/api/waves/${wave.id}`);
  const other = await createWave({ oceanId: ocean.id, slug: 'evening', title: 'New' });
  await createDroplet({ waveId: other.id, slug: 'breath' });
  const { body } = await restore('wave', wave.id);
  expect(body).toEqual([
    expect.objectContaining({ id: wave.id, newSlug: 'evening-2', newSlugsBelow: 1, isLast: true }),
  ]);
  expect((await admin.get(`/api/waves/${wave.id}`)).body.slug).toBe('evening-2');
  expect((await admin.get(`/api/waves/${wave.id}/droplets`)).body[0].slug).toBe('breath-2');
  expect(await order(`/api/oceans/${ocean.id}/waves`)).toEqual(['New', 'Old']);
});

test('two items with one slug can be restored at once', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { id } = await createOcean({ slug: 'twice' });
    await remove(`/api/oceans/${id}`);
    ids.push(id);
  }
  const { body } = await restore('ocean', ...ids);
  expect(body.map(({ newSlug }: { newSlug: string }) => newSlug)).toEqual([null, 'twice-2']);
  expect(body.map(({ isLast }: { isLast: boolean }) => isLast)).toEqual([false, true]);
});

test('an item whose parent is in the trash says what to restore first', async () => {
  const ocean = await createOcean({ title: 'Rest' });
  const wave = await createWave({ oceanId: ocean.id, title: 'Evening' });
  const droplet = await createDroplet({ waveId: wave.id, title: 'Lamp' });
  await remove(`/api/droplets/${droplet.id}`);
  await remove(`/api/oceans/${ocean.id}`);
  const refused = await restore('droplet', droplet.id);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    code: 'parent-not-found',
    message: '“Lamp” was in the wave “Evening”, which is in the trash too. Restore the ocean “Rest” first.',
  });
  expect((await restore('ocean', ocean.id)).status).toBe(200);
  expect((await listed())[0].parent).toEqual({
    type: 'wave',
    title: 'Evening',
    state: 'exists',
    within: null,
  });
  expect((await restore('droplet', droplet.id)).status).toBe(200);
});

test('an item whose parent was deleted for good cannot be restored, and says so', async () => {
  const wave = await createWave({ title: 'Evening' });
  const droplet = await createDroplet({ waveId: wave.id, title: 'Lamp' });
  await remove(`/api/droplets/${droplet.id}`);
  await remove(`/api/waves/${wave.id}`);
  const [entry] = await listed();
  expect((await admin.delete(`/api/trash/${entry.id}`)).status).toBe(204);
  expect((await listed())[0].parent.state).toBe('gone');
  const refused = await restore('droplet', droplet.id);
  expect(refused.body.message).toBe(
    '“Lamp” was in the wave “Evening”, which was deleted for good. It cannot be restored.',
  );
  expect(await listed()).toHaveLength(1);
});

test('what has just expired is gone for everybody, before the purge removes its rows', async () => {
  const wave = await createWave();
  const droplet = await createDroplet({ waveId: wave.id });
  await remove(`/api/droplets/${droplet.id}`);
  await remove(`/api/waves/${wave.id}`);
  const [{ id }] = await listed();
  const { db } = api.database;
  const end = Date.now() - 1;
  await db.updateTable('trash').set({ expires_at: end }).where('id', '=', id).execute();
  expect(await listed()).toMatchObject([{ itemId: droplet.id, parent: { state: 'gone' } }]);
  const total = (await admin.get(`/api/trash/total?upTo=${id}`)).body;
  expect(total).toMatchObject({ waves: 0, droplets: 1 });
  expect((await restore('wave', wave.id)).status).toBe(404);
  expect((await admin.delete(`/api/trash/${id}`)).status).toBe(404);
});

test('of two restorations of an item one succeeds, and the other one says that it is done', async () => {
  const { id } = await createOcean();
  await remove(`/api/oceans/${id}`);
  const answers = await Promise.all([restore('ocean', id), restore('ocean', id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const late = await restore('ocean', id);
  expect(late.body.message).toBe(
    'This ocean is no longer in the trash. It was restored, or deleted for good.',
  );
});

test('of several items all are restored or none', async () => {
  const [one, two] = [await createOcean(), await createOcean()];
  for (const { id } of [one, two]) await remove(`/api/oceans/${id}`);
  await restore('ocean', two.id);
  const refused = await restore('ocean', one.id, two.id);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'items-missing',
    current: [one.id],
    issues: [{ path: 'ids.1' }],
  });
  expect(await listed()).toHaveLength(1);
});

test('one text of two deleted droplets is there for whichever is restored first', async () => {
  const wave = await createWave();
  const text = await admin.post('/api/writings', { kind: 'text', source: 'Shared words' });
  const fields = { waveId: wave.id, mediaType: 'text', mediaUrl: text.body.url };
  const [one, two] = [await createDroplet(fields), await createDroplet(fields)];
  const read = async () => (await admin.get(`/api${text.body.url.replace('/media/w', '/writings')}`)).status;
  for (const { id } of [one, two]) await remove(`/api/droplets/${id}`);
  expect(await read()).toBe(404);
  expect((await restore('droplet', one.id)).status).toBe(200);
  expect(await read()).toBe(200);
  expect((await restore('droplet', two.id)).status).toBe(200);
  expect(await read()).toBe(200);
});
