import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

const api = setUpApi();

let admin: SignedInClient;

const draft = { isPublished: false };

beforeAll(async () => {
  admin = await api.signedIn('admin');
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({ droplets: [aDroplet(), aDroplet(draft)] }),
        aWave({ droplets: [aDroplet(draft)] }),
        aWave(),
      ],
    }),
    anOcean({ ...draft, waves: [aWave({ ...draft, droplets: [aDroplet()] })] }),
    anOcean(),
  ]);
});

const around = async (type: string, ids: string) =>
  (await admin.get(`/api/content/surroundings?type=${type}&ids=${ids}`)).body;

test('a deletion takes along all waves and droplets below, drafts too', async () => {
  expect(await around('ocean', '1')).toMatchObject({ waves: 3, droplets: 3 });
  expect(await around('ocean', '1,2,3')).toMatchObject({ waves: 4, droplets: 4 });
  expect(await around('ocean', '3')).toMatchObject({ waves: 0, droplets: 0 });
  expect(await around('wave', '1,2')).toMatchObject({ waves: 0, droplets: 3 });
  expect(await around('droplet', '1')).toMatchObject({ waves: 0, droplets: 0 });
  expect(await around('ocean', '99')).toMatchObject({ waves: 0, droplets: 0 });
});

test('favorites are counted on the items and on the items below them', async () => {
  for (const [itemType, itemId] of [
    ['ocean', 1],
    ['wave', 1],
    ['droplet', 1],
    ['droplet', 3],
  ])
    await admin.post('/api/favorites', { itemType, itemId });
  const favorites = async (type: string, ids: string) => (await around(type, ids)).favorites;
  expect(await favorites('ocean', '1')).toBe(4);
  expect(await favorites('ocean', '2,3')).toBe(0);
  expect(await favorites('wave', '1')).toBe(2);
  expect(await favorites('wave', '1,2')).toBe(3);
  expect(await favorites('droplet', '1,2')).toBe(1);
});

test('the counts include changes up to the call', async () => {
  await admin.delete('/api/droplets/4');
  expect(await around('ocean', '2')).toMatchObject({ waves: 1, droplets: 0 });
});

test('items under a draft, and items that hold only drafts, are counted', async () => {
  expect(await around('ocean', '1,2,3')).toMatchObject({ underDraft: 0, onlyDrafts: 1 });
  expect(await around('wave', '1,2,3,4')).toMatchObject({ underDraft: 1, onlyDrafts: 1 });
  expect(await around('droplet', '1,2,3')).toMatchObject({ underDraft: 0, onlyDrafts: 0 });
});

test.each(['', 'x', '1,', '1,1', '0', '1;2'])('%s is no list of ids', async (ids) => {
  expect(
    (await admin.get(`/api/content/surroundings?type=ocean&ids=${encodeURIComponent(ids)}`)).status,
  ).toBe(400);
});
