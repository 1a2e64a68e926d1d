import { expect, test } from 'vitest';
import {
  admin,
  api,
  catalogueVersion,
  createDroplet,
  createOcean,
  createWave,
  OCEAN,
  setUpEmptyCatalogue,
} from '#test/write-fixture.ts';

setUpEmptyCatalogue();

test('deleting removes the items below, their favorites, media references and index entries', async () => {
  const { db } = api.database;
  const other = await createDroplet({ isPublished: true, title: 'Keptword', keywords: 'kept' });
  const ocean = await createOcean({ mediaUrl: '/media/o.mp4', isPublished: true, accessType: 'free' });
  const wave = await createWave({ oceanId: ocean.id, captionsUrl: '/media/w.vtt', isPublished: true });
  const droplet = await createDroplet({
    waveId: wave.id,
    mediaUrl: '/media/d.mp4',
    title: 'Goneword',
    keywords: 'gone',
  });
  for (const [itemType, { id }] of Object.entries({ ocean, wave, droplet }))
    expect((await admin.post('/api/favorites', { itemType, itemId: id })).status).toBe(204);
  await admin.post('/api/favorites', { itemType: 'droplet', itemId: other.id });
  expect((await admin.get('/api/explore/droplets?q=goneword')).body).toHaveLength(1);

  const answer = await admin.delete(`/api/oceans/${ocean.id}`);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });

  for (const path of [`oceans/${ocean.id}`, `waves/${wave.id}`, `droplets/${droplet.id}`])
    expect((await admin.get(`/api/${path}`)).status).toBe(404);
  expect((await admin.get('/api/favorites')).body).toEqual([{ itemType: 'droplet', itemId: other.id }]);
  expect(await db.selectFrom('media_references').selectAll().execute()).toEqual([]);
  const documents = await db.selectFrom('search_documents').select('id').execute();
  expect(documents.map(({ id }) => id)).not.toContain(droplet.id);
  expect((await admin.get('/api/explore/keywords')).body).toContain('kept');
  expect((await admin.get('/api/explore/keywords')).body).not.toContain('gone');
  await db.deleteFrom('favorites').execute();
});

test('deleting a wave or a droplet leaves its parent and its siblings', async () => {
  const wave = await createWave();
  const first = await createDroplet({ waveId: wave.id });
  const second = await createDroplet({ waveId: wave.id });
  expect((await admin.delete(`/api/droplets/${first.id}`)).status).toBe(204);
  expect((await admin.get(`/api/waves/${wave.id}/droplets`)).body).toEqual([second]);
  expect((await admin.delete(`/api/waves/${wave.id}`)).status).toBe(204);
  expect((await admin.get(`/api/droplets/${second.id}`)).status).toBe(404);
  expect((await admin.get(`/api/oceans/${wave.oceanId}`)).status).toBe(200);
});

test('search follows every change of a droplet', async () => {
  const found = async (query: string) =>
    (await admin.get(`/api/explore/droplets?${query}`)).body.map(({ id }: { id: number }) => id);
  const { id } = await createDroplet({ title: 'Heron at dawn', keywords: 'heron' });
  expect(await found('q=heron')).toContain(id);
  expect(await found('keyword=heron')).toContain(id);
  await admin.put(`/api/droplets/${id}`, { title: 'Kingfisher at dusk', keywords: 'kingfisher' });
  expect(await found('q=heron')).not.toContain(id);
  expect(await found('keyword=heron')).not.toContain(id);
  expect(await found('q=kingfisher')).toContain(id);
  expect(await found('keyword=kingfisher')).toContain(id);
});

test('an own file is served to readers who may open the item, from the change on', async () => {
  const { db } = api.database;
  const paths = async () =>
    (await db.selectFrom('media_references').select('path').orderBy('path').execute()).map(
      ({ path }) => path,
    );
  const droplet = await createDroplet({ mediaUrl: '/media/a%20b.mp4?v=2#t=5', captionsUrl: '/media/a.vtt' });
  expect(await paths()).toEqual(['/media/a b.mp4', '/media/a.vtt']);
  await admin.put(`/api/droplets/${droplet.id}`, {
    furtherCaptions: [{ language: 'pt-br', url: '/media/a.pt.vtt' }],
  });
  expect(await paths()).toEqual(['/media/a b.mp4', '/media/a.pt.vtt', '/media/a.vtt']);
  const { body } = await admin.get(`/api/droplets/${droplet.id}`);
  expect(body.furtherCaptions).toEqual([{ language: 'pt-BR', url: '/media/a.pt.vtt' }]);
  await admin.put(`/api/droplets/${droplet.id}`, {
    captionsUrl: null,
    furtherCaptions: [],
    additionalResources: [{ title: 'Sheet', url: '/media/sheet.txt' }],
  });
  expect(await paths()).toEqual(['/media/a b.mp4', '/media/sheet.txt']);
});

test('every write bumps the catalogue version; a refused one does not', async () => {
  let before = await catalogueVersion();
  const moved = async () => {
    const now = await catalogueVersion();
    const more = now > before;
    before = now;
    return more;
  };
  const wave = await createWave();
  expect(await moved()).toBe(true);
  await admin.put(`/api/waves/${wave.id}`, { title: 'Moved on' });
  expect(await moved()).toBe(true);
  await admin.post(`/api/waves/${wave.id}/duplicate`);
  expect(await moved()).toBe(true);
  await admin.post('/api/content/bulk', { type: 'wave', ids: [wave.id], change: { action: 'publish' } });
  expect(await moved()).toBe(true);
  await admin.delete(`/api/waves/${wave.id}`);
  expect(await moved()).toBe(true);
  await admin.put(`/api/waves/${wave.id}`, { title: 'Too late' });
  await admin.post('/api/waves', { ...OCEAN, oceanId: 987654 });
  expect(await moved()).toBe(false);
});

test('a published change is visible at the next request', async () => {
  const visitor = api.visitor();
  const { id } = await createOcean();
  expect((await visitor.get('/api/oceans')).body).toEqual([]);
  await admin.put(`/api/oceans/${id}`, { isPublished: true });
  expect((await visitor.get('/api/oceans')).body).toMatchObject([{ id, title: OCEAN.title }]);
  await admin.put(`/api/oceans/${id}`, { isPublished: false });
  expect((await visitor.get(`/api/oceans/${id}`)).status).toBe(404);
});
