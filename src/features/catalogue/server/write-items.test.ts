import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bumpCatalogue } from '#platform/database/bump-catalogue.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';

let api: TestApi;
let admin: SignedInClient;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const table of ['oceans', 'media_references'] as const)
    await api.database.db.deleteFrom(table).execute();
  await bumpCatalogue(api.database.db);
  admin = await api.signedIn('admin');
});

const OCEAN = {
  title: 'Quiet water',
  description: 'What lies under the noise.',
  imageUrl: 'https://pictures.example/water.jpg',
};
const DROPLET = {
  title: 'One breath',
  description: 'Breathe in, breathe out.',
  mediaUrl: 'https://video.example/breath.mp4',
};

async function made(path: string, body: object) {
  const answer = await admin.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const anOcean = (given: object = {}) => made('/api/oceans', { ...OCEAN, ...given });
const aWave = async (given: object = {}) =>
  made('/api/waves', {
    ...OCEAN,
    oceanId: (given as { oceanId?: number }).oceanId ?? (await anOcean()).id,
    ...given,
  });
const aDroplet = async (given: object = {}) =>
  made('/api/droplets', {
    ...DROPLET,
    waveId: (given as { waveId?: number }).waveId ?? (await aWave()).id,
    ...given,
  });

const version = async () =>
  (await api.database.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;

test('a new ocean gets the defaults, and everything that was typed', async () => {
  expect(await anOcean()).toEqual({
    ...OCEAN,
    id: expect.any(Number),
    version: 1,
    position: 0,
    slug: 'quiet-water',
    mediaType: 'none',
    mediaUrl: null,
    captionsUrl: null,
    accessType: 'premium',
    isPublished: false,
    keywords: [],
    additionalResources: [],
    locked: false,
    waveCount: 0,
    totalDuration: 0,
  });
  const full = {
    title: 'Everything said',
    description: 'All the fields at once.',
    imageUrl: '/media/cover.webp',
    mediaType: 'video',
    mediaUrl: '/media/intro.mp4',
    captionsUrl: '/media/intro.vtt',
    accessType: 'free',
    isPublished: true,
    slug: 'all-of-it',
    keywords: ['calm', 'sea'],
    additionalResources: [
      { title: 'A page', url: '/media/resources/page.txt', type: 'document', duration: 3, size: '1 KB' },
    ],
  };
  expect(await anOcean(full)).toMatchObject(full);
});

test('a new wave lasts 20 minutes and a new droplet one, unless it is said otherwise', async () => {
  expect(await aWave()).toMatchObject({
    duration: 20,
    accessType: 'premium',
    isPublished: false,
    isSample: false,
  });
  expect(await aDroplet()).toMatchObject({
    duration: 1,
    mediaType: 'video',
    accessType: 'premium',
    isPublished: false,
    isSample: false,
    imageUrl: null,
  });
  expect(await aWave({ duration: 45, isSample: true })).toMatchObject({ duration: 45, isSample: true });
  expect(await aDroplet({ duration: 3, mediaType: 'text' })).toMatchObject({
    duration: 3,
    mediaType: 'text',
  });
});

test('keywords may be a list or a text with commas: trimmed, without empties and without the same word twice', async () => {
  const words = ['calm', 'slow breath', 'Sea'];
  expect((await anOcean({ keywords: ' calm, slow   breath ,, Sea,calm , CALM,' })).keywords).toEqual(words);
  expect((await aDroplet({ keywords: [' calm', 'slow breath, Sea', '', 'calm'] })).keywords).toEqual(words);
});

test('a change replaces what it is given and keeps the rest', async () => {
  const wave = await aWave({ keywords: 'one,two', mediaType: 'video', mediaUrl: '/media/a.mp4' });
  const { status, body } = await admin.put(`/api/waves/${wave.id}`, { title: 'Another title', mediaUrl: '' });
  expect(status).toBe(200);
  expect(body).toEqual({ ...wave, title: 'Another title', mediaUrl: null, version: 2 });
  expect((await admin.get(`/api/waves/${wave.id}`)).body).toEqual(body);
  // An entity as it was answered may be sent back.
  expect((await admin.put(`/api/waves/${wave.id}`, { ...body, duration: 7 })).body).toEqual({
    ...body,
    duration: 7,
    version: 3,
  });
});

test('a change that changes nothing is no change', async () => {
  const ocean = await anOcean();
  expect((await admin.put(`/api/oceans/${ocean.id}`, { ...OCEAN })).body).toEqual(ocean);
  expect((await admin.put(`/api/oceans/${ocean.id}`, {})).body).toEqual(ocean);
  expect((await admin.get(`/api/trail?itemType=ocean&itemId=${ocean.id}&action=updated`)).body).toEqual([]);
});

test('the second of two editors is told, with the present state, and nothing is overwritten', async () => {
  const ocean = await anOcean();
  const mine = { description: 'What I have typed for an hour.', expectedVersion: ocean.version };
  const theirs = (
    await admin.put(`/api/oceans/${ocean.id}`, { title: 'Theirs', expectedVersion: ocean.version })
  ).body;
  const answer = await admin.put(`/api/oceans/${ocean.id}`, mine);
  expect(answer.status).toBe(409);
  expect(answer.body).toEqual({
    message: 'Somebody else has changed this ocean since you opened it.',
    current: theirs,
  });
  expect((await admin.get(`/api/oceans/${ocean.id}`)).body).toEqual(theirs);
  const again = await admin.put(`/api/oceans/${ocean.id}`, { ...mine, expectedVersion: theirs.version });
  expect(again.body).toMatchObject({ title: 'Theirs', description: mine.description });
});

test('of editors who save at the same moment, one is heard and the others are told', async () => {
  const { id } = await anOcean();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      admin.put(`/api/oceans/${id}`, { title: `Editor ${n}`, expectedVersion: 1 }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

test('slugs come from titles, are one of a kind, and stay when the title changes', async () => {
  expect((await anOcean({ title: 'Übung für den Alltag' })).slug).toBe('ubung-fur-den-alltag');
  const second = await anOcean({ title: 'Übung: für den Alltag!' });
  expect(second.slug).toBe('ubung-fur-den-alltag-2');
  expect((await anOcean({ title: '静かな水' })).slug).toBe('静かな水');
  expect((await anOcean({ title: '!!!' })).slug).toBe('ocean');
  const renamed = await admin.put(`/api/oceans/${second.id}`, { title: 'Something else' });
  expect(renamed.body.slug).toBe('ubung-fur-den-alltag-2');
  expect((await admin.put(`/api/oceans/${second.id}`, { slug: 'mine-alone' })).body.slug).toBe('mine-alone');
  const taken = {
    message: 'This slug is already taken',
    issues: [{ path: 'slug', message: 'This slug is already taken' }],
  };
  expect(await admin.put(`/api/oceans/${second.id}`, { slug: 'ocean' })).toMatchObject({
    status: 409,
    body: taken,
  });
  expect(await admin.post('/api/oceans', { ...OCEAN, slug: 'ocean' })).toMatchObject({
    status: 409,
    body: taken,
  });
});

test('many new items of one title at once get a slug each', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => anOcean({ title: 'Together' })));
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(8);
  expect(new Set(made.map(({ position }) => position)).size).toBe(8);
});

test('a wave moves to another ocean and comes last there', async () => {
  const ocean = await anOcean();
  await aWave({ oceanId: ocean.id });
  const last = await aWave({ oceanId: ocean.id });
  const mover = await aWave();
  const moved = await admin.put(`/api/waves/${mover.id}`, { oceanId: ocean.id });
  expect(moved.body).toMatchObject({ oceanId: ocean.id });
  expect(moved.body.position).toBeGreaterThan(last.position);
  const droplet = await aDroplet();
  expect((await admin.put(`/api/droplets/${droplet.id}`, { waveId: mover.id })).body.waveId).toBe(mover.id);
  expect((await admin.get(`/api/waves/${droplet.waveId}/droplets`)).body).toEqual([]);
});

test('a parent that is not there is named on its field', async () => {
  const message = 'This ocean does not exist';
  const refused = { status: 400, body: { message, issues: [{ path: 'oceanId', message }] } };
  expect(await admin.post('/api/waves', { ...OCEAN, oceanId: 987654 })).toMatchObject(refused);
  const wave = await aWave();
  expect(await admin.put(`/api/waves/${wave.id}`, { oceanId: 987654 })).toMatchObject(refused);
  expect((await admin.post('/api/droplets', { ...DROPLET, waveId: 987654 })).body.issues).toEqual([
    { path: 'waveId', message: 'This wave does not exist' },
  ]);
  // The id of an ocean is not the id of a wave.
  const ocean = await anOcean();
  expect((await admin.post('/api/droplets', { ...DROPLET, waveId: ocean.id })).status).toBe(400);
});

test('what is not there can be neither changed nor deleted nor copied', async () => {
  for (const [type, message] of [
    ['oceans', 'Ocean not found'],
    ['waves', 'Wave not found'],
    ['droplets', 'Droplet not found'],
  ])
    for (const id of ['987654', '0', '-1', '1.5', 'x', '99999999999999999999']) {
      const expected = { status: 404, body: { message: id === '987654' ? message : 'Not found' } };
      expect(await admin.put(`/api/${type}/${id}`, { title: 'A title' }), id).toMatchObject(expected);
      expect(await admin.delete(`/api/${type}/${id}`), id).toMatchObject(expected);
      expect(await admin.post(`/api/${type}/${id}/duplicate`), id).toMatchObject(expected);
    }
});

test('deleting takes along what lies below, the favorites, the references to own files and the search index', async () => {
  const { db } = api.database;
  const kept = await aDroplet({ isPublished: true, title: 'Keptword', keywords: 'kept' });
  const ocean = await anOcean({ mediaUrl: '/media/o.mp4', isPublished: true, accessType: 'free' });
  const wave = await aWave({ oceanId: ocean.id, captionsUrl: '/media/w.vtt', isPublished: true });
  const droplet = await aDroplet({
    waveId: wave.id,
    mediaUrl: '/media/d.mp4',
    title: 'Goneword',
    keywords: 'gone',
  });
  for (const [itemType, { id }] of Object.entries({ ocean, wave, droplet }))
    expect((await admin.post('/api/favorites', { itemType, itemId: id })).status).toBe(204);
  await admin.post('/api/favorites', { itemType: 'droplet', itemId: kept.id });
  expect((await admin.get('/api/explore/droplets?q=goneword')).body).toHaveLength(1);

  const answer = await admin.delete(`/api/oceans/${ocean.id}`);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });

  for (const path of [`oceans/${ocean.id}`, `waves/${wave.id}`, `droplets/${droplet.id}`])
    expect((await admin.get(`/api/${path}`)).status).toBe(404);
  expect((await admin.get('/api/favorites')).body).toEqual([{ itemType: 'droplet', itemId: kept.id }]);
  expect(await db.selectFrom('favorites').select('item_id').execute()).toEqual([{ item_id: kept.id }]);
  expect(await db.selectFrom('media_references').selectAll().execute()).toEqual([]);
  const documents = await db.selectFrom('search_documents').select('id').execute();
  expect(documents.map(({ id }) => id)).not.toContain(droplet.id);
  expect((await admin.get('/api/explore/keywords')).body).toContain('kept');
  expect((await admin.get('/api/explore/keywords')).body).not.toContain('gone');
  await db.deleteFrom('favorites').execute();
});

test('deleting a wave or a droplet leaves its parent and its neighbours', async () => {
  const wave = await aWave();
  const first = await aDroplet({ waveId: wave.id });
  const second = await aDroplet({ waveId: wave.id });
  expect((await admin.delete(`/api/droplets/${first.id}`)).status).toBe(204);
  expect((await admin.get(`/api/waves/${wave.id}/droplets`)).body).toEqual([second]);
  expect((await admin.delete(`/api/waves/${wave.id}`)).status).toBe(204);
  expect((await admin.get(`/api/droplets/${second.id}`)).status).toBe(404);
  expect((await admin.get(`/api/oceans/${wave.oceanId}`)).status).toBe(200);
});

test('search follows every change of a droplet', async () => {
  const found = async (query: string) =>
    (await admin.get(`/api/explore/droplets?${query}`)).body.map(({ id }: { id: number }) => id);
  const { id } = await aDroplet({ title: 'Heron at dawn', keywords: 'heron' });
  expect(await found('q=heron')).toContain(id);
  expect(await found('keyword=heron')).toContain(id);
  await admin.put(`/api/droplets/${id}`, { title: 'Kingfisher at dusk', keywords: 'kingfisher' });
  expect(await found('q=heron')).not.toContain(id);
  expect(await found('keyword=heron')).not.toContain(id);
  expect(await found('q=kingfisher')).toContain(id);
  expect(await found('keyword=kingfisher')).toContain(id);
});

test('an own file is served to whoever may open the item that names it, from the change on', async () => {
  const { db } = api.database;
  const paths = async () =>
    (await db.selectFrom('media_references').select('path').orderBy('path').execute()).map(
      ({ path }) => path,
    );
  const droplet = await aDroplet({ mediaUrl: '/media/a%20b.mp4?v=2#t=5', captionsUrl: '/media/a.vtt' });
  expect(await paths()).toEqual(['/media/a b.mp4', '/media/a.vtt']);
  await admin.put(`/api/droplets/${droplet.id}`, {
    captionsUrl: null,
    additionalResources: [{ title: 'Sheet', url: '/media/sheet.txt' }],
  });
  expect(await paths()).toEqual(['/media/a b.mp4', '/media/sheet.txt']);
});

test('every write moves the version of the catalogue; a refused one does not', async () => {
  let before = await version();
  const moved = async () => {
    const now = await version();
    const more = now > before;
    before = now;
    return more;
  };
  const wave = await aWave();
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

test('a published change is on the site at the next request', async () => {
  const visitor = api.visitor();
  const { id } = await anOcean();
  expect((await visitor.get('/api/oceans')).body).toEqual([]);
  await admin.put(`/api/oceans/${id}`, { isPublished: true });
  expect((await visitor.get('/api/oceans')).body).toMatchObject([{ id, title: OCEAN.title }]);
  await admin.put(`/api/oceans/${id}`, { isPublished: false });
  expect((await visitor.get(`/api/oceans/${id}`)).status).toBe(404);
});
