import { beforeAll, expect, test } from 'vitest';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { countStatements } from '#test/database/statements.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { DropletContent } from '../../contract/transfer-schemas.ts';

const api = setUpApi();

/** Ids of all items by slug. */
const id: Record<string, number> = {};

beforeAll(async () => {
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

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

test('oceans are in the owner’s order, with counts of the waves that the reader may see', async () => {
  const { status, body } = await api.visitor().get('/api/oceans');
  expect(status).toBe(200);
  expect(slugs(body)).toEqual(['open', 'locked-ocean']);
  expect(body[0]).toMatchObject({ waveCount: 3, totalDuration: 55, accessType: 'free', locked: false });
  const admin = await api.signedIn('admin');
  expect((await admin.get('/api/oceans')).body[0]).toMatchObject({ waveCount: 4, totalDuration: 57 });
});

test('a limit shortens the list of oceans, with the total in a header', async () => {
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
  await changeCatalogue(db, async () => {});
  const { body } = await api.visitor().get(`/api/waves/${id.first}/droplets`);
  expect(slugs(body)).toEqual(['two', 'locked', 'sample', 'one']);
  await db.updateTable('droplets').set({ position: 0 }).where('slug', '=', 'one').execute();
  await changeCatalogue(db, async () => {});
});

test('a wave counts the droplets that the reader may see', async () => {
  const { body } = await api.visitor().get(`/api/waves/${id.first}`);
  // The owner has typed 25 minutes; each of the four droplets takes one.
  expect(body).toMatchObject({
    slug: 'first',
    oceanId: id.open,
    duration: 25,
    dropletCount: 4,
    totalDuration: 4,
  });
  const admin = await api.signedIn('admin');
  expect((await admin.get(`/api/waves/${id.first}`)).body).toMatchObject({
    dropletCount: 5,
    totalDuration: 5,
  });
  const empty = (await api.visitor().get(`/api/waves/${id.second}`)).body;
  expect(empty).toMatchObject({ duration: 50, dropletCount: 0, totalDuration: 50 });
});

test('drafts and items under drafts do not exist for visitors, members and subscribers', async () => {
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

test('a locked item has its texts, but no media, captions or resources', async () => {
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
        captionsLanguage: null,
        furtherCaptions: [],
        additionalResources: [],
        description: expect.stringContaining('in a sentence'),
      });
      expect(text).not.toContain('secret');
    }
  for (const role of ['subscriber', 'admin'] as const) {
    const reader = await api.signedIn(role);
    for (const path of paths)
      expect((await reader.get(path)).body).toMatchObject({ locked: false, ...PREMIUM });
  }
});

test('no response carries a locked item’s media', async () => {
  const visitor = api.visitor();
  await api.database.db
    .updateTable('droplets')
    .set({ media_url: '/media/sample.mp4', captions_url: null })
    .set({ further_captions: '[]', additional_resources: '[]' })
    .where('slug', '=', 'sample')
    .execute();
  await changeCatalogue(api.database.db, async () => {});
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

test('ids that are not positive integers are 404, never 500', async () => {
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

test('a search finds text in title, description and keywords, in any case', async () => {
  const find = async (query: string) =>
    slugs((await api.visitor().get(`/api/explore/droplets?${query}`)).body);
  expect((await find('q=TITLE+OF+ONE'))[0]).toBe('one');
  expect(await find('q=calm')).toEqual(['one', 'locked']);
  expect(await find('keyword=breath')).toEqual(['one', 'two']);
  expect(await find('q=two&keyword=breath')).toEqual(['two']);
  expect(await find('q=%25')).toEqual([]);
});

test('absurd queries get a clear response', async () => {
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

test('a list takes the same number of statements for any length', async () => {
  const statements = async (path: string) => {
    await changeCatalogue(api.database.db, async () => {});
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

type RowText = Pick<DropletContent, 'slug' | 'title' | 'description' | 'mediaUrl'>;

const rowOf = <Medium>(item: RowText & { mediaType: Medium }) => ({
  position: 1,
  slug: item.slug,
  title: item.title,
  description: item.description,
  image_url: null,
  media_type: item.mediaType,
  media_url: item.mediaUrl,
  captions_url: null,
  access_type: 'free' as const,
  is_published: true,
  keywords: '[]',
  additional_resources: '[]',
  created_at: 0,
  updated_at: 0,
});
