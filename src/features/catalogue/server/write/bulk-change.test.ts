import { beforeEach, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

let admin: SignedInClient;

const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({
          droplets: [
            aDroplet({ isPublished: false, keywords: ['calm', 'Sea'] }),
            aDroplet({ isPublished: false, keywords: ['calm'] }),
            aDroplet({ keywords: [] }),
          ],
        }),
        aWave(),
      ],
    }),
    anOcean(),
  ]);
});

const bulk = (change: object, ids: unknown = [1, 2, 3], type = 'droplet') =>
  admin.post('/api/content/bulk', { type, ids, change });
const droplets = async () => (await admin.get('/api/waves/1/droplets')).body;
const all = async (field: string) =>
  (await droplets()).map((droplet: Record<string, unknown>) => droplet[field]);

test('items are published and unpublished; unchanged ones are not counted', async () => {
  expect(await bulk({ action: 'publish' })).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await all('isPublished')).toEqual([true, true, true]);
  expect(await all('version')).toEqual([2, 2, 1]);
  expect((await bulk({ action: 'unpublish' }, [1, 3])).body).toMatchObject({ changed: 2 });
  expect(await all('isPublished')).toEqual([false, true, false]);
});

test('items get another access type, or become samples', async () => {
  await bulk({ action: 'access', accessType: 'premium' }, [1, 2]);
  expect(await all('accessType')).toEqual(['premium', 'premium', 'free']);
  await bulk({ action: 'sample', isSample: true }, [2]);
  expect(await all('isSample')).toEqual([false, true, false]);
});

test('keywords are added and removed in any case, also in search', async () => {
  await bulk({ action: 'add-keywords', keywords: 'Calm, heron' });
  expect(await all('keywords')).toEqual([
    ['calm', 'Sea', 'heron'],
    ['calm', 'heron'],
    ['Calm', 'heron'],
  ]);
  expect((await admin.get('/api/explore/droplets?keyword=heron')).body).toHaveLength(3);
  await bulk({ action: 'remove-keywords', keywords: ['SEA', 'Heron', 'nothing'] }, [1, 2]);
  expect(await all('keywords')).toEqual([['calm'], ['calm'], ['Calm', 'heron']]);
  expect((await admin.get('/api/explore/droplets?keyword=heron')).body).toHaveLength(1);
});

test('items move to the end of another parent, in their order, and come back', async () => {
  expect((await bulk({ action: 'move', parentId: 2 }, [3, 1])).body).toMatchObject({ changed: 2 });
  const titlesIn = async (wave: number) =>
    (await admin.get(`/api/waves/${wave}/droplets`)).body.map(({ id }: { id: number }) => id);
  expect(await titlesIn(1)).toEqual([2]);
  expect((await titlesIn(2)).slice(-2)).toEqual([3, 1]);
  expect((await bulk({ action: 'move', parentId: 2 }, [1])).body).toMatchObject({ changed: 0 });
  expect((await bulk({ action: 'move', parentId: 2 }, [1], 'wave')).body).toMatchObject({ changed: 1 });
  expect((await admin.get('/api/audit-log?action=updated')).body.length).toBeGreaterThanOrEqual(3);
});

test('items do not move to a parent that does not exist, and oceans do not move', async () => {
  expect((await bulk({ action: 'move', parentId: 987654 }, [1, 2])).status).toBe(400);
  expect((await bulk({ action: 'move', parentId: 1 }, [1], 'ocean')).status).toBe(400);
  expect((await droplets()).length).toBe(3);
});

test('when somebody has changed one of the items since, it is named and none is changed', async () => {
  await admin.put('/api/droplets/2', { title: 'Another title' });
  const send = (versions: number[]) =>
    admin.post('/api/content/bulk', {
      type: 'droplet',
      ids: [1, 2, 3],
      versions,
      change: { action: 'publish' },
    });
  const { status, body } = await send([1, 1, 1]);
  expect([status, body.code]).toEqual([409, 'edit-conflict']);
  expect(body.issues).toEqual([{ path: 'ids.1', message: 'Somebody changed this a moment ago' }]);
  expect(await all('isPublished')).toEqual([false, false, true]);
  expect((await send([1, 2, 1])).body).toMatchObject({ changed: 2 });
});

test('items are deleted with the items under them', async () => {
  expect((await bulk({ action: 'delete' }, [1, 2], 'wave')).body).toMatchObject({ changed: 2 });
  expect((await admin.get('/api/oceans/1/waves')).body).toEqual([]);
  expect((await admin.get('/api/explore/droplets')).body).toEqual([]);
  expect((await admin.get('/api/audit-log?action=deleted')).body).toHaveLength(2);
});

test.each(['publish', 'delete'])('when one item no longer exists, none is changed (%s)', async (action) => {
  const before = await droplets();
  const { status, body } = await bulk({ action }, [1, 987654, 2]);
  expect(status).toBe(409);
  expect(body.issues).toEqual([{ path: 'ids.1', message: 'This droplet no longer exists' }]);
  expect([...body.current].sort()).toEqual([1, 2]);
  expect(await droplets()).toEqual(before);
});

test('when one item would get too many keywords, none gets any', async () => {
  const many = Array.from({ length: 49 }, (_, n) => `k${n}`);
  const { status, body } = await bulk({ action: 'add-keywords', keywords: many });
  expect(status).toBe(400);
  expect(body.issues[0].path).toBe('change.keywords');
  expect(await all('keywords')).toEqual([['calm', 'Sea'], ['calm'], []]);
});

test('an editor of a changed item gets a conflict', async () => {
  await bulk({ action: 'access', accessType: 'premium' }, [1]);
  expect((await admin.put('/api/droplets/1', { title: 'Typed', expectedVersion: 1 })).status).toBe(409);
});

test('an impossible change is refused with its field', async () => {
  const refused: [object, unknown, string, string?][] = [
    [{ action: 'explode' }, [1], 'change.action'],
    [{}, [1], 'change.action'],
    [{ action: 'access', accessType: 'gold' }, [1], 'change.accessType'],
    [{ action: 'access' }, [1], 'change.accessType'],
    [{ action: 'sample', isSample: 'yes' }, [1], 'change.isSample'],
    [{ action: 'sample', isSample: true }, [1], 'change.action', 'ocean'],
    [{ action: 'add-keywords', keywords: ' , ' }, [1], 'change.keywords'],
    [{ action: 'publish' }, [], 'ids'],
    [{ action: 'publish' }, [1, 1], 'ids'],
    [{ action: 'publish' }, Array.from({ length: 501 }, (_, n) => n + 1), 'ids'],
    [{ action: 'publish' }, ['1'], 'ids.0'],
    [{ action: 'publish' }, 'all', 'ids'],
    [{ action: 'publish' }, [1], 'type', 'lake'],
  ];
  for (const [change, ids, path, type] of refused) {
    const { status, body } = await bulk(change, ids, type);
    expect(status, JSON.stringify(change)).toBe(400);
    expect(body.issues[0].path).toBe(path);
  }
});

test('one change takes five hundred items', async () => {
  const many = Array.from({ length: 500 }, () => aDroplet({ isPublished: false }));
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: many })] })]);
  const ids = (await admin.get('/api/waves/3/droplets')).body.map(({ id }: { id: number }) => id);
  expect((await bulk({ action: 'add-keywords', keywords: 'many' }, ids)).body).toMatchObject({
    changed: 500,
  });
  expect((await bulk({ action: 'publish' }, ids)).body).toMatchObject({ changed: 500 });
  expect((await api.visitor().get('/api/waves/3')).body.dropletCount).toBe(500);
  expect((await bulk({ action: 'delete' }, ids)).body).toMatchObject({ changed: 500 });
});
