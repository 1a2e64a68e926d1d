import { afterAll, beforeAll, expect, test } from 'vitest';
import { bumpCatalogue } from '#platform/database/bump-catalogue.ts';
import { aDroplet, anOcean, aWave, PREMIUM } from '#test/catalogue-fixture.ts';
import { countStatements } from '#test/statements.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { insertOceans } from './insert-oceans.ts';

let api: TestApi;
/** Every item that was made, by its slug. */
const id: Record<string, number> = {};

beforeAll(async () => {
  api = await startTestApi();
  await insertOceans(api.database.db, [
    anOcean({
      slug: 'open',
      waves: [
        aWave({
          slug: 'first',
          duration: 25,
          droplets: [
            aDroplet({ slug: 'one', keywords: ['breath', 'calm'] }),
            aDroplet({ slug: 'two', keywords: ['breath'] }),
            aDroplet({ slug: 'draft', isPublished: false, keywords: ['hidden'] }),
            aDroplet({ slug: 'locked', ...PREMIUM, keywords: ['calm'] }),
            aDroplet({ slug: 'sample', ...PREMIUM, isSample: true }),
          ],
        }),
        aWave({ slug: 'second', duration: 50 }),
        aWave({
          slug: 'draft-wave',
          isPublished: false,
          duration: 7,
          droplets: [aDroplet({ slug: 'under-draft' })],
        }),
        aWave({
          slug: 'locked-wave',
          duration: 3,
          ...PREMIUM,
          droplets: [aDroplet({ slug: 'open-in-locked' })],
        }),
      ],
    }),
    anOcean({ slug: 'locked-ocean', ...PREMIUM }),
    anOcean({
      slug: 'draft-ocean',
      isPublished: false,
      waves: [aWave({ slug: 'deep-wave', droplets: [aDroplet({ slug: 'deep', keywords: ['deepest'] })] })],
    }),
  ]);
  for (const table of ['oceans', 'waves', 'droplets'] as const)
    for (const row of await api.database.db.selectFrom(table).select(['id', 'slug']).execute())
      id[row.slug] = row.id;
});
afterAll(() => api.stop());

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

test('oceans come in the owner’s order, with waves and minutes counted from what the reader may see', async () => {
  const { status, body } = await api.visitor().get('/api/oceans');
  expect(status).toBe(200);
  expect(slugs(body)).toEqual(['open', 'locked-ocean']);
  expect(body[0]).toMatchObject({ waveCount: 3, totalDuration: 78, accessType: 'free', locked: false });
  const admin = await api.signedIn('admin');
  expect((await admin.get('/api/oceans')).body[0]).toMatchObject({ waveCount: 4, totalDuration: 85 });
});

test('a limit cuts the list of oceans and says how many there are', async () => {
  const { body, headers } = await api.visitor().get('/api/oceans?limit=1');
  expect(slugs(body)).toEqual(['open']);
  expect(headers['x-total-count']).toBe('2');
  expect((await (await api.signedIn('admin')).get('/api/oceans?limit=1')).headers['x-total-count']).toBe('3');
  expect((await api.visitor().get('/api/oceans')).headers['x-total-count']).toBeUndefined();
  for (const limit of ['0', '-1', 'x', '1000'])
    expect((await api.visitor().get(`/api/oceans?limit=${limit}`)).status, limit).toBe(400);
});

test('moving an item changes the order of its list', async () => {
  const { db } = api.database;
  await db.updateTable('droplets').set({ position: 99 }).where('slug', '=', 'one').execute();
  await bumpCatalogue(db);
  const { body } = await api.visitor().get(`/api/waves/${id.first}/droplets`);
  expect(slugs(body)).toEqual(['two', 'locked', 'sample', 'one']);
  await db.updateTable('droplets').set({ position: 0 }).where('slug', '=', 'one').execute();
  await bumpCatalogue(db);
});

test('a wave counts the droplets that the reader may see', async () => {
  const { body } = await api.visitor().get(`/api/waves/${id.first}`);
  expect(body).toMatchObject({ slug: 'first', oceanId: id.open, duration: 25, dropletCount: 4 });
});

test('drafts and whatever lies under them are there for an administrator alone', async () => {
  const paths = [
    `/api/oceans/${id['draft-ocean']}`,
    `/api/oceans/${id['draft-ocean']}/waves`,
    `/api/waves/${id['draft-wave']}`,
    `/api/waves/${id['deep-wave']}`,
    `/api/waves/${id['deep-wave']}/droplets`,
    `/api/waves/${id['draft-wave']}/droplets`,
    `/api/droplets/${id.draft}`,
    `/api/droplets/${id['under-draft']}`,
    `/api/droplets/${id.deep}`,
  ];
  const admin = await api.signedIn('admin');
  for (const role of ['free', 'subscriber'] as const) {
    const reader = await api.signedIn(role);
    for (const path of paths) expect((await reader.get(path)).status, `${role} ${path}`).toBe(404);
  }
  for (const path of paths) {
    expect((await api.visitor().get(path)).status, path).toBe(404);
    expect((await admin.get(path)).status, path).toBe(200);
  }
});

test('drafts are in no list, no search and no keyword', async () => {
  const visitor = api.visitor();
  expect((await visitor.get('/api/explore/keywords')).body).toEqual(['breath', 'calm']);
  const everything = slugs((await visitor.get('/api/explore/droplets')).body);
  expect(everything).toEqual(['one', 'two', 'locked', 'sample', 'open-in-locked']);
  for (const query of ['keyword=hidden', 'keyword=deepest', 'q=deep', 'q=draft'])
    expect((await visitor.get(`/api/explore/droplets?${query}`)).body, query).toEqual([]);
});

test('a locked item shows its words and carries neither media, captions nor resources', async () => {
  const paths = [
    `/api/oceans/${id['locked-ocean']}`,
    `/api/waves/${id['locked-wave']}`,
    `/api/droplets/${id.locked}`,
  ];
  for (const reader of [api.visitor(), await api.signedIn('free')])
    for (const path of paths) {
      const { body, text } = await reader.get(path);
      expect(body, path).toMatchObject({
        locked: true,
        mediaUrl: null,
        captionsUrl: null,
        additionalResources: [],
        description: expect.stringContaining('in a sentence'),
      });
      expect(text).not.toContain('secret');
    }
  for (const role of ['subscriber', 'admin'] as const) {
    const reader = await api.signedIn(role);
    for (const path of paths)
      expect((await reader.get(path)).body).toMatchObject({ locked: false, mediaUrl: PREMIUM.mediaUrl });
  }
});

test('no answer of the API carries a locked item’s media to a reader without the right', async () => {
  const visitor = api.visitor();
  const sample = { ...PREMIUM, mediaUrl: '/media/sample.mp4', captionsUrl: null, additionalResources: '[]' };
  await api.database.db
    .updateTable('droplets')
    .set({ media_url: sample.mediaUrl, captions_url: null, additional_resources: '[]' })
    .where('slug', '=', 'sample')
    .execute();
  await bumpCatalogue(api.database.db);
  for (const path of [
    '/api/oceans',
    `/api/oceans/${id.open}/waves`,
    `/api/waves/${id.first}/droplets`,
    '/api/explore/droplets',
    '/api/explore/droplets?keyword=calm',
  ])
    expect((await visitor.get(path)).text, path).not.toContain('secret');
});

test('a sample is open to everyone, and access is not inherited', async () => {
  const visitor = api.visitor();
  const sample = await visitor.get(`/api/droplets/${id.sample}`);
  expect(sample.body).toMatchObject({ locked: false, isSample: true, mediaUrl: '/media/sample.mp4' });
  expect((await visitor.get(`/api/droplets/${id['open-in-locked']}`)).body).toMatchObject({ locked: false });
});

test('ids that are no positive integers are 404, never 500', async () => {
  const visitor = api.visitor();
  const bad = [
    '0',
    '01',
    '-1',
    '1.5',
    'abc',
    '1e3',
    '99999999999999999999',
    '%00',
    '１',
    ' 1',
    "1'--",
    '%F0%9F%8C%8A',
  ];
  for (const kind of ['oceans', 'waves', 'droplets'])
    for (const value of bad) {
      const { status, body } = await visitor.get(`/api/${kind}/${value}`);
      expect(status, `${kind}/${value}`).toBe(404);
      expect(body.message).toBeTypeOf('string');
    }
  expect((await visitor.get('/api/oceans/123456789012345')).status).toBe(404);
});

test('a search finds text in title, description and keywords, whatever its case', async () => {
  const find = async (query: string) =>
    slugs((await api.visitor().get(`/api/explore/droplets?${query}`)).body);
  expect(await find('q=TITLE+OF+ONE')).toEqual(['one']);
  expect(await find('q=calm')).toEqual(['one', 'locked']);
  expect(await find('keyword=breath')).toEqual(['one', 'two']);
  expect(await find('q=two&keyword=breath')).toEqual(['two']);
  expect(await find('q=%25')).toEqual([]);
});

test('absurd queries get a clear answer', async () => {
  const visitor = api.visitor();
  for (const query of [
    "q='; drop table oceans; --",
    'q=%F0%9F%8C%8A',
    'q=\\',
    'q=%00',
    'keyword[]=a',
    'q=a&q=b',
  ])
    expect([200, 400], query).toContain(
      (await visitor.get(`/api/explore/droplets?${encodeURI(query)}`)).status,
    );
  const long = await visitor.get(`/api/explore/droplets?q=${'x'.repeat(10_000)}`);
  expect(long).toMatchObject({ status: 400, body: { issues: [{ path: 'q' }] } });
});

test('a list costs the same number of statements whatever its length', async () => {
  const statements = async (path: string) => {
    await bumpCatalogue(api.database.db);
    const counter = countStatements(api.database);
    await api.visitor().get(path);
    return counter.stop();
  };
  const paths = [
    '/api/oceans',
    `/api/oceans/${id.open}/waves`,
    `/api/waves/${id.first}/droplets`,
    '/api/explore/droplets',
  ];
  const before: number[] = [];
  for (const path of paths) before.push(await statements(path));
  await insertOceans(
    api.database.db,
    Array.from({ length: 30 }, () => anOcean()),
  );
  const { db } = api.database;
  for (let n = 0; n < 30; n += 1) {
    await db
      .insertInto('waves')
      .values({ ...rowOf(aWave()), ocean_id: id.open as number, duration: 5, is_sample: false })
      .execute();
    await db
      .insertInto('droplets')
      .values({ ...rowOf(aDroplet()), wave_id: id.first as number, duration: 1, is_sample: false })
      .execute();
  }
  for (const [index, path] of paths.entries()) {
    expect((await api.visitor().get(path)).body.length, path).toBeGreaterThan(30);
    expect(await statements(path), path).toBe(before[index]);
  }
  expect(before).toEqual([1, 1, 1, 1]);
});

const rowOf = (item: ReturnType<typeof aWave> | ReturnType<typeof aDroplet>) => ({
  position: 1,
  slug: item.slug,
  title: item.title,
  description: item.description,
  image_url: null,
  media_type: item.mediaType,
  media_url: item.mediaUrl,
  captions_url: null,
  access_type: 'free',
  is_published: true,
  keywords: '[]',
  additional_resources: '[]',
  created_at: 0,
  updated_at: 0,
});
