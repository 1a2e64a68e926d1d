import { expect, test } from 'vitest';
import { PREMIUM } from '#test/catalogue-fixture.ts';
import { plansOf } from '#test/database/plans.ts';
import { countStatements } from '#test/database/statements.ts';
import { api, drop, id, listOf, ref, setUpFavoritesSite, slugs } from '#test/favorites-fixture.ts';
import { favoritesAmong } from './favorites-among.ts';

setUpFavoritesSite();

test('favorites have the catalogue’s shapes, the newest first', async () => {
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
  const shut = [{ locked: true, mediaUrl: null, captionsUrl: null, additionalResources: [] }];
  expect(closed.body).toMatchObject({ oceans: shut, waves: shut, droplets: shut });
  const open = await subscriber.get('/api/favorites/items');
  const whole = [{ locked: false, mediaUrl: PREMIUM.mediaUrl }];
  expect(open.body).toMatchObject({ oceans: whole, waves: whole, droplets: whole });
});

test('every list takes one statement for each level, for any length', async () => {
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
  expect(await counts()).toEqual(few);
  expect((await member.get('/api/favorites/items')).body.droplets).toHaveLength(31);
  // The references, and the droplets.
  expect(few).toEqual({ list: reader + 1, items: reader + 2, page: reader + 1 });
  expect(await statements('/api/favorites/items'), 'requested again').toBe(reader + 1);
});

test('one call checks a whole page of cards', async () => {
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

// PostgreSQL may choose another plan for so few rows, beginning with all members' favorites of the items.
test.runIf(process.env.TEST_ENGINE === 'sqlite')('a check looks up only what it asks for', async () => {
  const { db } = api.database;
  const reader = { userId: 1, tier: 'free', sessionHash: '' } as const;
  const [plan] = await plansOf(db, () => favoritesAmong(db, reader, [drop('one')]));
  expect(plan).toContain('user_id=? AND item_type=? AND item_id=?');
});

test('an invalid favorite is refused with every problem', async () => {
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
