import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

const api = setUpApi();

let admin: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin');
  await insertOceans(api.database.db, [
    anOcean({
      title: 'Shore',
      slug: 'shore',
      waves: [
        aWave({
          title: 'First',
          slug: 'first',
          droplets: [
            aDroplet({ title: 'Heron', slug: 'heron', keywords: ['bird'], mediaUrl: '/media/heron.mp4' }),
            aDroplet({ title: 'Reed', slug: 'reed', isPublished: false }),
          ],
        }),
        aWave({ title: 'Second', slug: 'second' }),
      ],
    }),
    anOcean({ title: 'Last', slug: 'last' }),
  ]);
});

const titles = (list: { title: string }[]) => list.map(({ title }) => title);

test('an ocean is copied with all items under it, as a draft at the end', async () => {
  const original = (await admin.get('/api/oceans/1')).body;
  const { status, body: copy } = await admin.post('/api/oceans/1/duplicate');
  expect(status).toBe(201);
  expect(copy).toEqual({
    ...original,
    id: expect.any(Number),
    position: 2,
    title: 'Copy of Shore',
    slug: 'copy-of-shore',
    isPublished: false,
  });
  expect(titles((await admin.get('/api/oceans')).body)).toEqual(['Shore', 'Last', 'Copy of Shore']);
  const waves = (await admin.get(`/api/oceans/${copy.id}/waves`)).body;
  expect(waves).toMatchObject([
    { title: 'First', slug: 'first-2', isPublished: true },
    { title: 'Second', slug: 'second-2' },
  ]);
  const droplets = (await admin.get(`/api/waves/${waves[0].id}/droplets`)).body;
  expect(droplets).toMatchObject([
    { title: 'Heron', slug: 'heron-2', isPublished: true, mediaUrl: '/media/heron.mp4', keywords: ['bird'] },
    { title: 'Reed', isPublished: false },
  ]);
  // Visitors do not find the copy, because it is a draft. Its file is served once the copy is published.
  const found = (await admin.get('/api/explore/droplets?q=heron')).body.map(({ id }: { id: number }) => id);
  expect(found).toContain(droplets[0].id);
  expect((await api.visitor().get(`/api/droplets/${droplets[0].id}`)).status).toBe(404);
  const references = await api.database.db
    .selectFrom('media_references')
    .select('item_id')
    .where('path', '=', '/media/heron.mp4')
    .execute();
  expect(references).toHaveLength(2);
});

test('a wave and a droplet are copied to the end of their own list', async () => {
  const wave = (await admin.post('/api/waves/1/duplicate')).body;
  expect(wave).toMatchObject({ title: 'Copy of First', oceanId: 1, isPublished: false, dropletCount: 2 });
  expect(titles((await admin.get('/api/oceans/1/waves')).body)).toEqual(['First', 'Second', 'Copy of First']);
  const droplet = (await admin.post('/api/droplets/1/duplicate')).body;
  expect(droplet).toMatchObject({
    title: 'Copy of Heron',
    waveId: 1,
    isPublished: false,
    keywords: ['bird'],
  });
  expect(titles((await admin.get('/api/waves/1/droplets')).body)).toEqual(['Heron', 'Reed', 'Copy of Heron']);
});

test('copies of copies have unique slugs, and titles within their limit', async () => {
  const slugs = [];
  for (let copy = 0; copy < 3; copy += 1) slugs.push((await admin.post('/api/oceans/2/duplicate')).body.slug);
  expect(slugs).toEqual(['copy-of-last', 'copy-of-last-2', 'copy-of-last-3']);
  const long = 'A title '.repeat(24).trim().padEnd(200, '!');
  await admin.put('/api/oceans/2', { title: long });
  const { body } = await admin.post('/api/oceans/2/duplicate');
  expect(body.title).toBe(`Copy of ${long}`.slice(0, 200));
  expect((await admin.put(`/api/oceans/${body.id}`, { title: body.title })).status).toBe(200);
});

test('the title of a copy ends with a whole character', async () => {
  const title = `${'A title '.repeat(24).slice(0, 191)}🌊🌊`;
  await admin.put('/api/oceans/2', { title });
  const { body } = await admin.post('/api/oceans/2/duplicate');
  expect(body.title).toBe(`Copy of ${title.slice(0, 191)}`);
});
