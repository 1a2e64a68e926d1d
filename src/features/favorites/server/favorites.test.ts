import { expect, test } from 'vitest';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import {
  api,
  drop,
  id,
  isFavorite,
  listOf,
  onAnotherDevice,
  publish,
  ref,
  rowsOf,
  setUpFavoritesSite,
  slugs,
} from '#test/favorites-fixture.ts';

setUpFavoritesSite();

test('a favorite is in the list and the check until it is removed', async () => {
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

test('adding a favorite twice makes one row, and removing a missing one is no error', async () => {
  const member = await api.signedIn('free');
  for (let n = 0; n < 3; n += 1) expect((await member.post('/api/favorites', drop('one'))).status).toBe(204);
  expect(await rowsOf(member)).toHaveLength(1);
  expect((await member.delete('/api/favorites', drop('two'))).status).toBe(204);
  expect((await member.delete('/api/favorites', drop('draft'))).status).toBe(204);
  expect((await member.delete('/api/favorites', { itemType: 'wave', itemId: 999_999 })).status).toBe(204);
  expect(await rowsOf(member)).toHaveLength(1);
});

test('twenty concurrent clicks make one row', async () => {
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

test('the last toggle of two devices wins, and both see it', async () => {
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

test('a reader sees only their own favorites', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  const other = await api.signedIn('admin');
  expect(await listOf(other)).toEqual([]);
  expect((await other.get('/api/favorites/items')).body).toEqual({ oceans: [], waves: [], droplets: [] });
  expect((await other.get(`/api/favorites/check-many?items=droplet:${id.one}`)).body).toEqual([]);
  await other.delete('/api/favorites', drop('one'));
  expect(await isFavorite(member, drop('one'))).toBe(true);
});

test('of members who ask at once, each gets their own favorites of the items they asked for', async () => {
  const members = await Promise.all(
    (['free', 'free', 'free', 'admin'] as const).map((role) => api.signedIn(role)),
  );
  const slugsOf = [['one', 'two'], ['two'], [], ['one', 'draft']];
  const askedOf = [['two', 'many-1'], ['one', 'two'], ['one'], ['draft', 'two']];
  for (const [at, member] of members.entries())
    for (const slug of slugsOf[at] ?? []) await member.post('/api/favorites', drop(slug));
  const checks = members.map((member, at) => {
    const items = askedOf[at]?.map((slug) => `droplet:${id[slug]}`).join(',');
    return member.get(`/api/favorites/check-many?items=${items},ocean:${id.open}`);
  });
  expect((await Promise.all(checks)).map(({ body }) => body)).toEqual([
    [drop('two')],
    [drop('two')],
    [],
    [drop('draft')],
  ]);
  const lists = await Promise.all(members.map((member) => member.get('/api/favorites/items')));
  expect(lists.map(({ body }) => slugs(body.droplets).sort())).toEqual([
    ['one', 'two'],
    ['two'],
    [],
    ['draft', 'one'],
  ]);
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

test('a favorite that becomes a draft is in no response until it is published again', async () => {
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

test('a favorite that is deleted is in no response', async () => {
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

test('deleting an account deletes its favorites', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  expect(await rowsOf(member)).toHaveLength(1);
  await api.database.db.deleteFrom('users').where('id', '=', member.user.id).execute();
  expect(await rowsOf(member)).toEqual([]);
});
