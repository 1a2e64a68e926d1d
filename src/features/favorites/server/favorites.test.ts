import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSession } from '#features/accounts/server/sessions.ts';
import { insertOceans } from '#features/catalogue/server/insert-oceans.ts';
import { aDroplet, anOcean, aWave, PREMIUM } from '#test/catalogue-fixture.ts';
import { countStatements } from '#test/statements.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import type { FavoriteRef } from '../contract.ts';

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
            aDroplet({ slug: 'one' }),
            aDroplet({ slug: 'two' }),
            aDroplet({ slug: 'draft', isPublished: false }),
            aDroplet({ slug: 'locked', ...PREMIUM }),
            ...Array.from({ length: 30 }, (_, n) => aDroplet({ slug: `many-${n}` })),
          ],
        }),
        aWave({ slug: 'locked-wave', ...PREMIUM }),
      ],
    }),
    anOcean({ slug: 'locked-ocean', ...PREMIUM }),
    anOcean({
      slug: 'draft-ocean',
      isPublished: false,
      waves: [aWave({ slug: 'deep-wave', droplets: [aDroplet({ slug: 'deep' })] })],
    }),
  ]);
  for (const table of ['oceans', 'waves', 'droplets'] as const)
    for (const row of await api.database.db.selectFrom(table).select(['id', 'slug']).execute())
      id[row.slug] = row.id;
});
afterAll(() => api.stop());

const ref = (itemType: FavoriteRef['itemType'], slug: string) => ({ itemType, itemId: id[slug] as number });
const drop = (slug: string) => ref('droplet', slug);
const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
const listOf = async (member: SignedInClient) => (await member.get('/api/favorites')).body;
const isFavorite = async (member: SignedInClient, { itemType, itemId }: FavoriteRef) =>
  (await member.get(`/api/favorites/check?itemType=${itemType}&itemId=${itemId}`)).body.isFavorite;
const ANOTHER_DEVICE = { userAgent: 'another device', browserHash: null };
const rowsOf = ({ user }: SignedInClient) =>
  api.database.db.selectFrom('favorites').selectAll().where('user_id', '=', user.id).execute();
async function onAnotherDevice({ user }: SignedInClient): Promise<SignedInClient> {
  const device = api.visitor() as SignedInClient;
  device.cookies.set('stillwater_session', await startSession(api.database.db, user.id, ANOTHER_DEVICE));
  device.user = user;
  return device;
}
const publish = (table: 'oceans' | 'waves' | 'droplets', slug: string, is_published: boolean) =>
  api.database.db.updateTable(table).set({ is_published }).where('slug', '=', slug).execute();

test('a favorite that was added is in the list and the check, and gone once it was removed', async () => {
  const member = await api.signedIn('free');
  const added = await member.post('/api/favorites', drop('one'));
  expect(added).toMatchObject({ status: 204, text: '' });
  expect(await listOf(member)).toEqual([drop('one')]);
  expect(await isFavorite(member, drop('one'))).toBe(true);
  expect(await isFavorite(member, drop('two'))).toBe(false);
  expect(await isFavorite(member, ref('ocean', 'open'))).toBe(false);
  const removed = await member.delete('/api/favorites', drop('one'));
  expect(removed).toMatchObject({ status: 204, text: '' });
  expect(await listOf(member)).toEqual([]);
  expect(await isFavorite(member, drop('one'))).toBe(false);
});

test('a favorite that is added again stays one row, and one that is not there may be removed', async () => {
  const member = await api.signedIn('free');
  for (let n = 0; n < 3; n += 1) expect((await member.post('/api/favorites', drop('one'))).status).toBe(204);
  expect(await rowsOf(member)).toHaveLength(1);
  expect((await member.delete('/api/favorites', drop('two'))).status).toBe(204);
  expect((await member.delete('/api/favorites', drop('draft'))).status).toBe(204);
  expect((await member.delete('/api/favorites', { itemType: 'wave', itemId: 999_999 })).status).toBe(204);
  expect(await rowsOf(member)).toHaveLength(1);
});

test('twenty clicks at once make one row', async () => {
  const member = await api.signedIn('free');
  const { csrfToken } = (await member.get('/api/csrf-token')).body;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      member.send('POST', '/api/favorites', drop('one'), { 'csrf-token': csrfToken }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
  expect(await rowsOf(member)).toHaveLength(1);
});

test('of two devices the last toggle wins, and both see it', async () => {
  const phone = await api.signedIn('free');
  const desk = await onAnotherDevice(phone);
  await phone.post('/api/favorites', drop('one'));
  await desk.post('/api/favorites', drop('one'));
  await phone.delete('/api/favorites', drop('one'));
  for (const device of [phone, desk]) expect(await isFavorite(device, drop('one'))).toBe(false);
  await phone.delete('/api/favorites', drop('one'));
  await desk.post('/api/favorites', drop('one'));
  for (const device of [phone, desk]) expect(await listOf(device)).toEqual([drop('one')]);
});

test('a visitor gets 401 from every call', async () => {
  const visitor = api.visitor();
  for (const path of ['', '/items', '/check?itemType=ocean&itemId=1', '/check-many?items=ocean:1'])
    expect((await visitor.get(`/api/favorites${path}`)).status, path).toBe(401);
  expect((await visitor.post('/api/favorites', drop('one'))).status).toBe(401);
  expect((await visitor.delete('/api/favorites', drop('one'))).status).toBe(401);
  expect((await visitor.post('/api/favorites/merge', { items: [drop('one')] })).status).toBe(401);
});

test('changing calls need the CSRF token', async () => {
  const member = await api.signedIn('free');
  expect((await member.send('POST', '/api/favorites', drop('one'))).status).toBe(403);
  expect((await member.send('DELETE', '/api/favorites', drop('one'))).status).toBe(403);
  expect((await member.send('POST', '/api/favorites/merge', { items: [drop('one')] })).status).toBe(403);
  expect(await rowsOf(member)).toEqual([]);
});

test('the older calls name a user, who may only be the reader', async () => {
  const member = await api.signedIn('free');
  const other = await api.signedIn('free');
  const admin = await api.signedIn('admin');
  const own = { ...drop('one'), userId: member.user.id };
  const check = `/api/favorites/check?userId=${member.user.id}&itemType=droplet&itemId=${id.one}`;
  expect((await member.post('/api/favorites', own)).status).toBe(204);
  expect((await member.get(check)).body).toEqual({ isFavorite: true });
  for (const reader of [other, admin]) {
    expect((await reader.get(check)).status).toBe(403);
    expect((await reader.post('/api/favorites', own)).status).toBe(403);
    expect((await reader.delete('/api/favorites', own)).status).toBe(403);
    expect(await rowsOf(reader)).toEqual([]);
  }
  expect(await isFavorite(member, drop('one'))).toBe(true);
  expect((await member.delete('/api/favorites', own)).status).toBe(204);
  expect(await isFavorite(member, drop('one'))).toBe(false);
});

test('nobody sees another’s favorites', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  const other = await api.signedIn('admin');
  expect(await listOf(other)).toEqual([]);
  expect((await other.get('/api/favorites/items')).body).toEqual({ oceans: [], waves: [], droplets: [] });
  expect((await other.get(`/api/favorites/check-many?items=droplet:${id.one}`)).body).toEqual([]);
  await other.delete('/api/favorites', drop('one'));
  expect(await isFavorite(member, drop('one'))).toBe(true);
});

test('an item that the reader cannot see cannot become a favorite', async () => {
  const unseen = [
    drop('draft'),
    drop('deep'),
    ref('wave', 'deep-wave'),
    ref('ocean', 'draft-ocean'),
    { itemType: 'ocean' as const, itemId: 999_999 },
  ];
  for (const role of ['free', 'subscriber'] as const) {
    const member = await api.signedIn(role);
    for (const item of unseen) {
      const answer = await member.post('/api/favorites', item);
      expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining('not found') } });
    }
    expect(await rowsOf(member)).toEqual([]);
  }
  const admin = await api.signedIn('admin');
  expect((await admin.post('/api/favorites', drop('draft'))).status).toBe(204);
  expect(slugs((await admin.get('/api/favorites/items')).body.droplets)).toEqual(['draft']);
});

test('an item that is hidden later leaves every answer without an error, and comes back with it', async () => {
  const member = await api.signedIn('free');
  for (const item of [ref('ocean', 'open'), ref('wave', 'first'), drop('two')])
    await member.post('/api/favorites', item);
  const shown = async () => {
    const { status, body } = await member.get('/api/favorites/items');
    expect(status).toBe(200);
    return [...slugs(body.oceans), ...slugs(body.waves), ...slugs(body.droplets)];
  };
  expect(await shown()).toEqual(['open', 'first', 'two']);
  await publish('droplets', 'two', false);
  expect(await shown()).toEqual(['open', 'first']);
  expect(await isFavorite(member, drop('two'))).toBe(false);
  expect((await member.get(`/api/favorites/check-many?items=droplet:${id.two}`)).body).toEqual([]);
  await publish('droplets', 'two', true);
  await publish('oceans', 'open', false);
  expect(await shown()).toEqual([]);
  expect(await listOf(member)).toEqual([]);
  await publish('oceans', 'open', true);
  expect(await shown()).toEqual(['open', 'first', 'two']);
});

test('an item that is deleted later leaves every answer without an error', async () => {
  const { db } = api.database;
  await insertOceans(db, [anOcean({ slug: 'fleeting' })]);
  const { id: fleeting } = await db
    .selectFrom('oceans')
    .select('id')
    .where('slug', '=', 'fleeting')
    .executeTakeFirstOrThrow();
  const member = await api.signedIn('free');
  await member.post('/api/favorites', { itemType: 'ocean', itemId: fleeting });
  await db.deleteFrom('oceans').where('id', '=', fleeting).execute();
  expect(await member.get('/api/favorites')).toMatchObject({ status: 200, body: [] });
  expect((await member.get('/api/favorites/items')).body.oceans).toEqual([]);
  expect(await isFavorite(member, { itemType: 'ocean', itemId: fleeting })).toBe(false);
  expect((await member.delete('/api/favorites', { itemType: 'ocean', itemId: fleeting })).status).toBe(204);
});

test('favorites come in the catalogue’s own shapes, the newest first', async () => {
  const member = await api.signedIn('free');
  for (const item of [ref('ocean', 'locked-ocean'), ref('ocean', 'open'), drop('two'), drop('one')])
    await member.post('/api/favorites', item);
  const { body } = await member.get('/api/favorites/items');
  expect(slugs(body.oceans)).toEqual(['open', 'locked-ocean']);
  expect(slugs(body.droplets)).toEqual(['one', 'two']);
  expect(body.waves).toEqual([]);
  expect(body.oceans[0]).toEqual((await member.get(`/api/oceans/${id.open}`)).body);
  expect(body.droplets[0]).toEqual((await member.get(`/api/droplets/${id.one}`)).body);
  expect(await listOf(member)).toEqual([
    drop('one'),
    drop('two'),
    ref('ocean', 'open'),
    ref('ocean', 'locked-ocean'),
  ]);
});

test('a locked favorite never carries its media', async () => {
  const items = [ref('ocean', 'locked-ocean'), ref('wave', 'locked-wave'), drop('locked')];
  const member = await api.signedIn('free');
  const subscriber = await api.signedIn('subscriber');
  for (const reader of [member, subscriber])
    for (const item of items) expect((await reader.post('/api/favorites', item)).status).toBe(204);
  const closed = await member.get('/api/favorites/items');
  expect(closed.text).not.toContain('secret');
  for (const list of Object.values(closed.body) as object[][])
    expect(list).toMatchObject([
      { locked: true, mediaUrl: null, captionsUrl: null, additionalResources: [] },
    ]);
  const open = await subscriber.get('/api/favorites/items');
  for (const list of Object.values(open.body) as object[][])
    expect(list).toMatchObject([{ locked: false, mediaUrl: PREMIUM.mediaUrl }]);
});

test('every list is one statement for each level, whatever its length', async () => {
  const member = await api.signedIn('free');
  const statements = async (path: string) => {
    const counter = countStatements(api.database);
    await member.get(path);
    return counter.stop();
  };
  const cards = Array.from({ length: 20 }, (_, n) => `droplet:${id[`many-${n}`]}`);
  const counts = async () => ({
    list: await statements('/api/favorites'),
    items: await statements('/api/favorites/items'),
    page: await statements(`/api/favorites/check-many?items=${cards}`),
  });
  await member.post('/api/favorites', drop('one'));
  const reader = await statements('/api/docs');
  const few = await counts();
  for (let n = 0; n < 30; n += 1) await member.post('/api/favorites', drop(`many-${n}`));
  expect((await member.get('/api/favorites/items')).body.droplets).toHaveLength(31);
  expect(await counts()).toEqual(few);
  expect(few).toEqual({ list: reader + 1, items: reader + 3, page: reader + 1 });
});

test('one call answers for a page of cards', async () => {
  const member = await api.signedIn('free');
  for (const item of [drop('one'), ref('ocean', 'open')]) await member.post('/api/favorites', item);
  const items = `droplet:${id.one},droplet:${id.two},wave:${id.one},ocean:${id.open},ocean:999999`;
  const { body } = await member.get(`/api/favorites/check-many?items=${items}`);
  expect(body).toHaveLength(2);
  expect(body).toEqual(expect.arrayContaining([drop('one'), ref('ocean', 'open')]));
  const whole = Array.from({ length: 200 }, (_, n) => `droplet:${n + 1}`);
  expect((await member.get(`/api/favorites/check-many?items=${whole}`)).status).toBe(200);
  for (const bad of [
    '',
    'droplet',
    'droplet:0',
    'droplet:1,',
    'sea:1',
    'droplet:1;drop',
    `${whole},wave:1`,
  ]) {
    const answer = await member.get(`/api/favorites/check-many?items=${bad}`);
    expect(answer, bad).toMatchObject({ status: 400, body: { issues: [{ path: 'items' }] } });
  }
});

test('what is no favorite is refused with every problem named', async () => {
  const member = await api.signedIn('free');
  for (const bad of [
    { itemType: 'sea', itemId: 1 },
    { itemType: 'ocean' },
    { itemType: 'ocean', itemId: '1' },
    { itemType: 'ocean', itemId: 0 },
    { itemType: 'ocean', itemId: 1.5 },
    { itemType: 'ocean', itemId: 1e300 },
    {},
  ])
    for (const method of ['post', 'delete'] as const) {
      const { status, body } = await member[method]('/api/favorites', bad);
      expect(status, `${method} ${JSON.stringify(bad)}`).toBe(400);
      expect(body.issues[0].path).toMatch(/^item/);
    }
  for (const bad of ['itemType=ocean', 'itemType=ocean&itemId=x', 'userId=me&itemType=ocean&itemId=1'])
    expect((await member.get(`/api/favorites/check?${bad}`)).status, bad).toBe(400);
});

test('what a browser kept is merged into the account, and nothing that was there is lost', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  const kept = [drop('one'), drop('two'), ref('ocean', 'open'), { itemType: 'wave', itemId: 999_999 }];
  for (let n = 0; n < 2; n += 1)
    expect((await member.post('/api/favorites/merge', { items: kept })).status).toBe(204);
  expect(await listOf(member)).toEqual(
    expect.arrayContaining([drop('one'), drop('two'), ref('ocean', 'open')]),
  );
  expect(await rowsOf(member)).toHaveLength(3);
  expect((await member.post('/api/favorites/merge', { items: [] })).status).toBe(204);
});

test('merged favorites keep their order in time, and none is of tomorrow', async () => {
  const member = await api.signedIn('free');
  const now = Date.now();
  const items = [
    { ...drop('one'), at: now - 5_000 },
    { ...drop('two'), at: now + 86_400_000 },
    { ...drop('locked'), at: now - 9_000 },
  ];
  await member.post('/api/favorites/merge', { items });
  expect(await listOf(member)).toEqual([drop('two'), drop('one'), drop('locked')]);
  for (const row of await rowsOf(member)) expect(row.created_at).toBeLessThanOrEqual(Date.now());
});

test('a merged item that is hidden now appears once it is published', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites/merge', { items: [drop('draft')] });
  expect(await listOf(member)).toEqual([]);
  await publish('droplets', 'draft', true);
  expect(await listOf(member)).toEqual([drop('draft')]);
  await publish('droplets', 'draft', false);
});

test('a merged removal takes off what was there before it and spares what came after', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  await member.post('/api/favorites', drop('two'));
  await member.post('/api/favorites/merge', {
    items: [
      { ...drop('one'), removed: true, at: Date.now() + 1 },
      { ...drop('two'), removed: true, at: Date.now() - 60_000 },
    ],
  });
  expect(await listOf(member)).toEqual([drop('two')]);
});

test('of several presses of one item the last one counts', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('two'));
  await member.post('/api/favorites/merge', {
    items: [drop('one'), { ...drop('one'), removed: true }, { ...drop('two'), removed: true }, drop('two')],
  });
  expect(await listOf(member)).toEqual([drop('two')]);
});

test('a merge takes 500 presses at once and no more', async () => {
  const member = await api.signedIn('free');
  const presses = (count: number, removed: boolean) =>
    Array.from({ length: count }, (_, n) => ({ itemType: 'droplet', itemId: n + 1, removed }));
  expect((await member.post('/api/favorites/merge', { items: presses(500, false) })).status).toBe(204);
  expect((await rowsOf(member)).length).toBeGreaterThan(30);
  expect((await member.post('/api/favorites/merge', { items: presses(500, true) })).status).toBe(204);
  expect(await rowsOf(member)).toEqual([]);
  expect((await member.post('/api/favorites/merge', { items: presses(501, false) })).status).toBe(400);
});

test('favorites leave with their account', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  await api.database.db.deleteFrom('users').where('id', '=', member.user.id).execute();
  expect(await rowsOf(member)).toEqual([]);
});
