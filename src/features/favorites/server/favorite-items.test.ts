import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';

/* Items that a node keeps in memory, while another node writes. */

let [a, b] = [] as unknown as [TestApi, TestApi];
let admin: SignedInClient;
let remove: () => Promise<void>;

beforeAll(async () => {
  const shared = await openSharedDatabase(2);
  remove = shared.remove;
  const [one, other] = shared.opened as [Database, Database];
  a = await startTestApi({ database: one, version: one.version });
  b = await startTestApi({ database: other, version: other.version });
  const droplets = ['one', 'two', 'three'].map((slug) => aDroplet({ slug, mediaUrl: PREMIUM.mediaUrl }));
  await insertOceans(a.database.db, [anOcean({ waves: [aWave({ droplets })] })]);
  admin = await a.signedIn('admin');
});
afterAll(async () => {
  await a.stop();
  await b.stop();
  await remove();
});

const drop = (itemId: number) => ({ itemType: 'droplet', itemId });

/** A member of the other node with favorites, whose items that node has read. */
async function aReader(role: 'free' | 'subscriber', ids: number[]) {
  const member = await b.signedIn(role);
  for (const id of ids) expect((await member.post('/api/favorites', drop(id))).status).toBe(204);
  const items = async () => {
    const { body, status } = await member.get('/api/favorites/items');
    expect(status).toBe(200);
    return body.droplets as { id: number; title: string; locked: boolean; mediaUrl: string | null }[];
  };
  for (let times = 0; times < 3; times += 1) expect(await items()).toHaveLength(ids.length);
  return { member, items };
}

const edit = async (id: number, change: object) =>
  expect((await admin.put(`/api/droplets/${id}`, change)).status).toBe(200);

test('the next request shows every change of an item that another node has made', async () => {
  const { items } = await aReader('free', [1, 2]);
  for (let time = 0; time < 5; time += 1) {
    await edit(1, { title: `Title ${time}` });
    expect((await items())[1]).toMatchObject({ title: `Title ${time}`, locked: false });
    await edit(1, { accessType: 'premium' });
    expect((await items())[1]).toMatchObject({ locked: true, mediaUrl: null });
    await edit(1, { accessType: 'free' });
    expect((await items())[1]).toMatchObject({ locked: false, mediaUrl: PREMIUM.mediaUrl });
    await edit(1, { isPublished: false });
    expect((await items()).map(({ id }) => id)).toEqual([2]);
    await edit(1, { isPublished: true });
    expect((await items()).map(({ id }) => id)).toEqual([2, 1]);
  }
});

test('the next request shows the end of a subscription and of a session', async () => {
  await edit(3, { accessType: 'premium' });
  const { member, items } = await aReader('subscriber', [3]);
  const visitorOfItems = await aReader('free', [3]);
  expect(await items()).toMatchObject([{ locked: false, mediaUrl: PREMIUM.mediaUrl }]);
  expect(await visitorOfItems.items()).toMatchObject([{ locked: true, mediaUrl: null }]);
  const { id } = member.user;
  await a.database.db.updateTable('users').set({ role: 'free' }).where('id', '=', id).execute();
  expect(await items()).toMatchObject([{ locked: true, mediaUrl: null }]);
  await a.database.db.deleteFrom('sessions').where('user_id', '=', id).execute();
  expect((await member.get('/api/favorites/items')).status).toBe(401);
});

test('members with equal favorites read equal items, and each their own after a change', async () => {
  const [mine, theirs] = [await aReader('free', [1, 2]), await aReader('free', [1, 2])];
  expect(await mine.items()).toEqual(await theirs.items());
  await mine.member.delete('/api/favorites', drop(1));
  expect((await mine.items()).map(({ id }) => id)).toEqual([2]);
  expect((await theirs.items()).map(({ id }) => id)).toEqual([2, 1]);
  await mine.member.post('/api/favorites', drop(1));
  expect((await mine.items()).map(({ id }) => id)).toEqual([1, 2]);
});

test('more favorites than memory takes are read each time', async () => {
  const member = await b.signedIn('free');
  const many = Array.from({ length: 250 }, (_, n) => aDroplet({ slug: `many-${n}` }));
  await insertOceans(a.database.db, [anOcean({ waves: [aWave({ droplets: many })] })]);
  const rows = await a.database.db
    .selectFrom('droplets')
    .select('id')
    .where('slug', 'like', 'many-%')
    .execute();
  const refs = rows.map(({ id }) => drop(id));
  expect((await member.post('/api/favorites/merge', { items: refs })).status).toBe(204);
  for (let times = 0; times < 2; times += 1)
    expect((await member.get('/api/favorites/items')).body.droplets).toHaveLength(250);
});
