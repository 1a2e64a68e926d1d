import { expect, test } from 'vitest';
import { api, drop, listOf, publish, ref, rowsOf, setUpFavoritesSite } from '#test/favorites-fixture.ts';
import { sweepRemovedFavorites } from './removals.ts';

setUpFavoritesSite();

test('a browser’s favorites are added to the account’s', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  const items = [drop('one'), drop('two'), ref('ocean', 'open'), { itemType: 'wave', itemId: 999_999 }];
  for (let n = 0; n < 2; n += 1)
    expect((await member.post('/api/favorites/merge', { items })).status).toBe(204);
  expect(await listOf(member)).toEqual(
    expect.arrayContaining([drop('one'), drop('two'), ref('ocean', 'open')]),
  );
  expect(await rowsOf(member)).toHaveLength(3);
  expect((await member.post('/api/favorites/merge', { items: [] })).status).toBe(204);
});

test('merged favorites keep their times, and none is in the future', async () => {
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

test('a merged draft appears once it is published', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites/merge', { items: [drop('draft')] });
  expect(await listOf(member)).toEqual([]);
  const favorites = async () => (await member.get('/api/user/data')).body.favorites;
  expect(await favorites()).toEqual([]);
  await publish('droplets', 'draft', true);
  expect(await favorites()).toMatchObject([drop('draft')]);
  expect(await listOf(member)).toEqual([drop('draft')]);
  await publish('droplets', 'draft', false);
});

test('a merged removal removes earlier favorites and no later ones', async () => {
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

test('a removal from another device that arrives late does not undo an addition after it', async () => {
  const member = await api.signedIn('free');
  const now = Date.now();
  const merge = (press: object) =>
    member.post('/api/favorites/merge', { items: [{ ...drop('one'), ...press }] });
  await merge({ at: now - 9_000 });
  // One device removed the favorite and added it again, offline; the other one only removed it before.
  await merge({ at: now - 1_000 });
  await merge({ removed: true, at: now - 5_000 });
  expect(await listOf(member)).toEqual([drop('one')]);
  await merge({ at: now - 7_000 });
  await merge({ removed: true, at: now - 500 });
  expect(await listOf(member)).toEqual([]);
});

test('a heart that one device added offline does not come back after its removal on another', async () => {
  const member = await api.signedIn('free');
  const now = Date.now();
  const merge = (press: object) =>
    member.post('/api/favorites/merge', { items: [{ ...drop('one'), ...press }] });
  const removals = [
    () => member.delete('/api/favorites', drop('one')),
    () => merge({ removed: true, at: now - 2_000 }),
  ];
  for (const remove of removals) {
    await merge({ at: now - 3_000 });
    expect(await listOf(member)).toEqual([drop('one')]);
    await remove();
    // The same press again, as after a lost response, and an earlier one of a third device.
    for (const at of [now - 3_000, now - 9_000]) await merge({ at });
    expect(await listOf(member)).toEqual([]);
    await api.database.db.deleteFrom('removed_favorites').execute();
  }
  await merge({ removed: true, at: now - 2_000 });
  await merge({ at: now - 1_000 });
  expect(await listOf(member)).toEqual([drop('one')]);
});

test('times of removals are kept for existing items, and for ninety days', async () => {
  const member = await api.signedIn('free');
  const { db } = api.database;
  const kept = async () => (await db.selectFrom('removed_favorites').select('item_id').execute()).length;
  await db.deleteFrom('removed_favorites').execute();
  const removed = { itemType: 'droplet', removed: true };
  await member.post('/api/favorites/merge', { items: [{ ...removed, itemId: 999_999 }] });
  await member.delete('/api/favorites', drop('one'));
  expect(await kept()).toBe(0);
  await member.post('/api/favorites/merge', { items: [{ ...drop('one'), removed: true }] });
  await sweepRemovedFavorites(db);
  expect(await kept()).toBe(1);
  await db
    .updateTable('removed_favorites')
    .set({ removed_at: Date.now() - 91 * 86_400_000 })
    .execute();
  await sweepRemovedFavorites(db);
  expect(await kept()).toBe(0);
});

test('a heart that was removed on a device with a slow clock stays removed', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', drop('one'));
  const sentAt = Date.now() - 3_600_000;
  const items = [{ ...drop('one'), removed: true, at: sentAt }];
  await member.post('/api/favorites/merge', { items, sentAt });
  expect(await listOf(member)).toEqual([]);
});

test('the last of several presses of one item counts', async () => {
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
