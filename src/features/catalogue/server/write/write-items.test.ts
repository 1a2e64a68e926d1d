import { expect, test } from 'vitest';
import {
  admin,
  createDroplet,
  createOcean,
  createWave,
  DROPLET,
  OCEAN,
  setUpEmptyCatalogue,
} from '#test/write-fixture.ts';

setUpEmptyCatalogue();

test('a new ocean gets the defaults and all given fields', async () => {
  expect(await createOcean()).toEqual({
    ...OCEAN,
    id: expect.any(Number),
    version: 1,
    position: 0,
    slug: 'quiet-water',
    imageAlt: null,
    imageBlur: null,
    mediaType: 'none',
    mediaUrl: null,
    captionsUrl: null,
    captionsLanguage: null,
    furtherCaptions: [],
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
    imageAlt: 'Steam over a kettle',
    mediaType: 'video',
    mediaUrl: '/media/intro.mp4',
    captionsUrl: '/media/intro.vtt',
    captionsLanguage: 'de',
    furtherCaptions: [{ language: 'pt-BR', url: '/media/intro.pt.vtt' }],
    accessType: 'free',
    isPublished: true,
    slug: 'all-of-it',
    keywords: ['calm', 'sea'],
    additionalResources: [
      { title: 'A page', url: '/media/resources/page.txt', type: 'document', duration: 3, size: '1 KB' },
    ],
  };
  expect(await createOcean(full)).toMatchObject(full);
});

test('a new wave takes 20 minutes and a new droplet one by default', async () => {
  expect(await createWave()).toMatchObject({
    duration: 20,
    accessType: 'premium',
    isPublished: false,
    isSample: false,
  });
  expect(await createDroplet()).toMatchObject({
    duration: 1,
    mediaType: 'video',
    accessType: 'premium',
    isPublished: false,
    isSample: false,
    imageUrl: null,
  });
  expect(await createWave({ duration: 45, isSample: true })).toMatchObject({ duration: 45, isSample: true });
  expect(await createDroplet({ duration: 3, mediaType: 'text' })).toMatchObject({
    duration: 3,
    mediaType: 'text',
  });
});

test('keywords are a list or a text with commas: trimmed, without empty or repeated ones', async () => {
  const words = ['calm', 'slow breath', 'Sea'];
  expect((await createOcean({ keywords: ' calm, slow   breath ,, Sea,calm , CALM,' })).keywords).toEqual(
    words,
  );
  expect((await createDroplet({ keywords: [' calm', 'slow breath, Sea', '', 'calm'] })).keywords).toEqual(
    words,
  );
});

test('a change replaces the given fields and no others', async () => {
  const wave = await createWave({ keywords: 'one,two', mediaType: 'video', mediaUrl: '/media/a.mp4' });
  const { status, body } = await admin.put(`/api/waves/${wave.id}`, { title: 'Another title', mediaUrl: '' });
  expect(status).toBe(200);
  expect(body).toEqual({ ...wave, title: 'Another title', mediaUrl: null, version: 2 });
  expect((await admin.get(`/api/waves/${wave.id}`)).body).toEqual(body);
  // Clients may send back a whole item from a response.
  expect((await admin.put(`/api/waves/${wave.id}`, { ...body, duration: 7 })).body).toEqual({
    ...body,
    duration: 7,
    totalDuration: 7,
    version: 3,
  });
});

test('a change to equal values does not count as a change', async () => {
  const ocean = await createOcean();
  expect((await admin.put(`/api/oceans/${ocean.id}`, { ...OCEAN })).body).toEqual(ocean);
  expect((await admin.put(`/api/oceans/${ocean.id}`, {})).body).toEqual(ocean);
  expect((await admin.get(`/api/audit-log?itemType=ocean&itemId=${ocean.id}&action=updated`)).body).toEqual(
    [],
  );
});

test('the second of two editors gets a conflict with the present item, and overwrites nothing', async () => {
  const ocean = await createOcean();
  const mine = { description: 'What I have typed for an hour.', expectedVersion: ocean.version };
  const theirs = (
    await admin.put(`/api/oceans/${ocean.id}`, { title: 'Theirs', expectedVersion: ocean.version })
  ).body;
  const answer = await admin.put(`/api/oceans/${ocean.id}`, mine);
  expect(answer.status).toBe(409);
  expect(answer.body).toEqual({
    code: 'edit-conflict',
    message: 'Someone else changed this ocean after you opened it.',
    current: theirs,
  });
  expect((await admin.get(`/api/oceans/${ocean.id}`)).body).toEqual(theirs);
  const again = await admin.put(`/api/oceans/${ocean.id}`, { ...mine, expectedVersion: theirs.version });
  expect(again.body).toMatchObject({ title: 'Theirs', description: mine.description });
});

test('a save sent again after a lost response is no conflict and changes nothing', async () => {
  const ocean = await createOcean();
  const mine = { title: 'Mine', keywords: ['calm'], expectedVersion: ocean.version };
  const saved = await admin.put(`/api/oceans/${ocean.id}`, mine);
  const again = await admin.put(`/api/oceans/${ocean.id}`, mine);
  expect([again.status, again.body]).toEqual([200, saved.body]);
  const more = { ...mine, description: 'Words that were typed later.' };
  expect((await admin.put(`/api/oceans/${ocean.id}`, more)).status).toBe(409);
});

test('a new item sent again after a lost response is created once', async () => {
  const wave = await createWave({ slug: 'evening' });
  const body = { ...DROPLET, waveId: wave.id, slug: 'lamp', keywords: 'calm, light' };
  const { id } = await createDroplet(body);
  const again = await admin.post('/api/droplets?again=true', body);
  expect([again.status, again.body.id]).toEqual([201, id]);
  const { slug, ...unnamed } = body;
  expect((await admin.post('/api/droplets?again=true', unnamed)).body).toMatchObject({ id, slug });
  const other = await admin.post('/api/droplets?again=true', { ...unnamed, title: 'Another breath' });
  expect(other.body.id).not.toBe(id);
  // `again` returns only the last item of a list; without it, each call creates one.
  expect((await admin.post('/api/droplets?again=true', body)).body.code).toBe('slug-taken');
  expect((await createDroplet(unnamed)).id).not.toBe(id);
  expect((await admin.post('/api/oceans?again=true', OCEAN)).status).toBe(201);
});

test('one of several concurrent saves succeeds, and the others get a conflict', async () => {
  const { id } = await createOcean();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      admin.put(`/api/oceans/${id}`, { title: `Editor ${n}`, expectedVersion: 1 }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

test('slugs come from titles, are unique, and stay when the title changes', async () => {
  expect((await createOcean({ title: 'Übung für den Alltag' })).slug).toBe('ubung-fur-den-alltag');
  const second = await createOcean({ title: 'Übung: für den Alltag!' });
  expect(second.slug).toBe('ubung-fur-den-alltag-2');
  expect((await createOcean({ title: '静かな水' })).slug).toBe('静かな水');
  expect((await createOcean({ title: '!!!' })).slug).toBe('ocean');
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

test('concurrent new items with one title get different slugs', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => createOcean({ title: 'Together' })));
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(8);
  expect(new Set(made.map(({ position }) => position)).size).toBe(8);
});

test('a wave that moves to another ocean becomes the last one there', async () => {
  const ocean = await createOcean();
  await createWave({ oceanId: ocean.id });
  const last = await createWave({ oceanId: ocean.id });
  const mover = await createWave();
  const moved = await admin.put(`/api/waves/${mover.id}`, { oceanId: ocean.id });
  expect(moved.body).toMatchObject({ oceanId: ocean.id });
  expect(moved.body.position).toBeGreaterThan(last.position);
  const droplet = await createDroplet();
  expect((await admin.put(`/api/droplets/${droplet.id}`, { waveId: mover.id })).body.waveId).toBe(mover.id);
  expect((await admin.get(`/api/waves/${droplet.waveId}/droplets`)).body).toEqual([]);
});

test('a missing parent is refused with its field', async () => {
  const message = 'This ocean does not exist';
  const refused = { status: 400, body: { message, issues: [{ path: 'oceanId', message }] } };
  expect(await admin.post('/api/waves', { ...OCEAN, oceanId: 987654 })).toMatchObject(refused);
  const wave = await createWave();
  expect(await admin.put(`/api/waves/${wave.id}`, { oceanId: 987654 })).toMatchObject(refused);
  expect((await admin.post('/api/droplets', { ...DROPLET, waveId: 987654 })).body.issues).toEqual([
    { path: 'waveId', message: 'This wave does not exist' },
  ]);
  // An ocean's id is not a wave's id.
  const ocean = await createOcean();
  expect((await admin.post('/api/droplets', { ...DROPLET, waveId: ocean.id })).status).toBe(400);
});

test('a missing item cannot be changed, deleted or copied', async () => {
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
