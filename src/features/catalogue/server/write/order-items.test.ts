import { beforeEach, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

let admin: SignedInClient;

const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
  const droplets = () => [aDroplet(), aDroplet(), aDroplet()];
  await insertOceans(api.database.db, [
    anOcean({ waves: [aWave({ droplets: droplets() }), aWave(), aWave({ droplets: droplets() })] }),
    anOcean(),
    anOcean(),
  ]);
});

const LISTS = [
  { list: '/api/oceans', order: '/api/oceans/order' },
  { list: '/api/oceans/1/waves', order: '/api/oceans/1/waves/order' },
  { list: '/api/waves/1/droplets', order: '/api/waves/1/droplets/order' },
];

const idsOf = async (list: string, reader = api.visitor()) =>
  (await reader.get(list)).body.map(({ id }: { id: number }) => id);

test.each(LISTS)(
  '$list gets a new order for every reader, and new items come last',
  async ({ list, order }) => {
    const { status, text } = await admin.put(order, { ids: [3, 1, 2] });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await idsOf(list)).toEqual([3, 1, 2]);
    const type = list.split('/').at(-1);
    const { body } = await admin.post(`/api/${type}/1/duplicate`);
    expect(await idsOf(list, admin)).toEqual([3, 1, 2, body.id]);
  },
);

test.each(LISTS)('$order is refused when the list has changed meanwhile', async ({ list, order }) => {
  for (const ids of [[3, 1], [3, 2, 1, 987654], [4, 5, 6], [], [1, 2, 4]]) {
    const answer = await admin.put(order, { ids });
    expect(answer.status, String(ids)).toBe(409);
    expect(answer.body).toEqual({
      code: 'list-changed',
      message: 'Someone else changed this list. Check the new order and try again.',
      current: [1, 2, 3],
    });
  }
  expect(await idsOf(list)).toEqual([1, 2, 3]);
});

test('an order based on an outdated one is refused, and a repeated order is not', async () => {
  const order = '/api/oceans/1/waves/order';
  const first = { ids: [2, 1, 3], before: [1, 2, 3] };
  expect((await admin.put(order, first)).status).toBe(204);
  expect((await admin.put(order, first)).status).toBe(204);
  const other = await api.signedIn('admin');
  const { status, body } = await other.put(order, { ids: [3, 1, 2], before: [1, 2, 3] });
  expect([status, body.code, body.current]).toEqual([409, 'list-changed', [2, 1, 3]]);
  expect(await idsOf('/api/oceans/1/waves')).toEqual([2, 1, 3]);
  expect((await other.put(order, { ids: [3, 2, 1], before: [2, 1, 3] })).status).toBe(204);
});

test('an order that is not a list of ids is refused', async () => {
  for (const ids of [undefined, null, 'a', {}, [1, 1, 2], [1, '2'], [0], [1.5], [1e300]]) {
    const { status, body } = await admin.put('/api/oceans/order', { ids });
    expect(status, JSON.stringify(ids)).toBe(400);
    expect(body.issues[0].path).toMatch(/^ids/);
  }
});

test('the list of a missing parent cannot be ordered', async () => {
  for (const order of [
    '/api/oceans/987654/waves/order',
    '/api/waves/987654/droplets/order',
    '/api/waves/x/droplets/order',
  ])
    expect((await admin.put(order, { ids: [] })).status, order).toBe(404);
});

test('an order changes no item’s version, and is logged once', async () => {
  const before = (await admin.get('/api/waves/3')).body;
  await admin.put('/api/oceans/1/waves/order', { ids: [3, 2, 1] });
  await admin.put('/api/oceans/1/waves/order', { ids: [3, 2, 1] });
  const saved = await admin.put('/api/waves/3', { title: 'Still mine', expectedVersion: before.version });
  expect(saved.status).toBe(200);
  const { body } = await admin.get('/api/audit-log?action=reordered');
  expect(body).toMatchObject([{ itemType: 'ocean', itemId: '1', title: before && expect.any(String) }]);
});

test('the log names the moved item, if only one was moved', async () => {
  await admin.put('/api/waves/3', { title: 'Ebb' });
  for (const ids of [
    [3, 1, 2],
    [1, 2, 3],
    [3, 2, 1],
  ])
    await admin.put('/api/oceans/1/waves/order', { ids });
  const { body } = await admin.get('/api/audit-log?action=reordered');
  expect(body.map(({ details }: { details: { moved?: object } }) => details.moved)).toEqual([
    undefined,
    { title: 'Ebb', from: 0, to: 2 },
    { title: 'Ebb', from: 2, to: 0 },
  ]);
});

test('ordering thousands of items takes one statement', async () => {
  await insertOceans(api.database.db, [
    anOcean({ waves: [aWave({ droplets: Array.from({ length: 3000 }, () => aDroplet()) })] }),
  ]);
  const { id } = (await api.database.db
    .selectFrom('waves')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst()) as {
    id: number;
  };
  const ids = (await idsOf(`/api/waves/${id}/droplets`)).reverse();
  expect((await admin.put(`/api/waves/${id}/droplets/order`, { ids })).status).toBe(204);
  expect(await idsOf(`/api/waves/${id}/droplets`)).toEqual(ids);
});
