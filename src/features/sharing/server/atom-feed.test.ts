import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL } from '#test/test-api.ts';
import { headMetadata } from './head-metadata.ts';

/** Waves 1 (droplets 1; 2, a draft; and 3), 2, a draft (droplet 4), and 3 (droplet 5, a draft). */
const its = setUpApi();
beforeAll(async () => {
  const waves = [
    aWave({ droplets: [aDroplet(), aDroplet({ isPublished: false }), aDroplet()] }),
    aWave({ isPublished: false, droplets: [aDroplet()] }),
    aWave({ droplets: [aDroplet({ isPublished: false })] }),
  ];
  await insertOceans(its.database.db, [anOcean({ waves })]);
});
afterEach(() => vi.useRealTimers());

/** Reads ids and times of the feed's entries, in order. */
async function entries() {
  const { text } = await its.visitor().get('/feed.xml');
  const found = text.matchAll(/<id>[^<]*\/droplets\/(\d+)<\/id>.*?<published>([^<]*)<.*?<updated>([^<]*)</g);
  return [...found].map(([, id, published, updated]) => ({ id: Number(id), published, updated }));
}

async function edit(path: string, change: object) {
  const admin = await its.signedIn('admin');
  expect((await admin.put(path, change)).status).toBe(200);
}

test('a droplet is new when everybody may see it, not when its draft was begun', async () => {
  expect((await entries()).map(({ id }) => id)).toEqual([3, 1]);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  const tomorrow = new Date().toISOString();
  await edit('/api/droplets/2', { isPublished: true });
  expect((await entries())[0]).toEqual({ id: 2, published: tomorrow, updated: tomorrow });
  const head = await headMetadata(its.database.db, PUBLIC_URL, '/droplets/2');
  expect(head).toContain(`"datePublished":"${tomorrow}"`);

  vi.setSystemTime(Date.now() + 86_400_000);
  const theDayAfter = new Date().toISOString();
  await edit('/api/waves/2', { isPublished: true });
  expect((await entries())[0]).toEqual({ id: 4, published: theDayAfter, updated: theDayAfter });
  expect((await entries()).map(({ id }) => id)).toEqual([4, 2, 3, 1]);
});

test('a droplet that is taken down and published again keeps its time', async () => {
  const before = (await entries()).find(({ id }) => id === 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 86_400_000 });
  await edit('/api/droplets/1', { isPublished: false });
  await edit('/api/droplets/1', { isPublished: true });
  const after = (await entries()).find(({ id }) => id === 1);
  expect(after?.published).toBe(before?.published);
});

test('a publication that is undone was none', async () => {
  const admin = await its.signedIn('admin');
  await edit('/api/droplets/5', { isPublished: true });
  const [{ id }] = (await admin.get('/api/audit-log')).body;
  expect((await admin.post('/api/audit-log/undo', { entries: [id] })).status).toBe(200);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 });
  await edit('/api/droplets/5', { isPublished: true });
  expect((await entries())[0]).toMatchObject({ id: 5, published: new Date().toISOString() });
});
