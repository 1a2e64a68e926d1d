import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { countStatements } from '#test/database/statements.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TreeOcean } from '../../contract/schemas.ts';
import { hierarchy } from './tree.ts';

const api = setUpApi();

beforeAll(async () => {
  await insertOceans(api.database.db, [
    anOcean({
      title: 'Open',
      waves: [
        aWave({
          title: 'First',
          duration: 25,
          droplets: [
            aDroplet({ title: 'One' }),
            aDroplet({ title: 'Draft', isPublished: false }),
            aDroplet({ title: 'Locked', ...PREMIUM, duration: 2 }),
          ],
        }),
        aWave({ title: 'Draft wave', isPublished: false, droplets: [aDroplet({ title: 'Under a draft' })] }),
        aWave({ title: 'Empty' }),
      ],
    }),
    anOcean({ title: 'Draft ocean', isPublished: false, waves: [aWave({ droplets: [aDroplet()] })] }),
    anOcean({ title: 'Bare', ...PREMIUM }),
  ]);
});

/** The tree's titles, nested. */
const outline = (tree: TreeOcean[]) =>
  tree.map(({ title, waves }) => [
    title,
    waves?.map((wave) => [wave.title, wave.droplets?.map((droplet) => droplet.title) ?? null]) ?? null,
  ]);

test('the tree has every item that the reader may see, in the owner’s order', async () => {
  const { status, body } = await api.visitor().get('/api/tree');
  expect(status).toBe(200);
  expect(outline(body)).toEqual([
    [
      'Open',
      [
        ['First', ['One', 'Locked']],
        ['Empty', []],
      ],
    ],
    ['Bare', []],
  ]);
  const admin = await api.signedIn('admin');
  expect((await admin.get('/api/tree')).text).toContain('Under a draft');
});

test('an item of the tree carries only the fields that its line shows', async () => {
  const { body, text } = await api.visitor().get('/api/tree');
  expect(Object.keys(body[0]).sort()).toEqual(
    [
      'id',
      'imageUrl',
      'imageAlt',
      'isPublished',
      'locked',
      'slug',
      'title',
      'totalDuration',
      'waveCount',
      'waves',
    ].sort(),
  );
  expect(body[0].waves[0]).toMatchObject({
    title: 'First',
    totalDuration: 3,
    dropletCount: 2,
    locked: false,
  });
  expect(body[0].waves[0].droplets[1]).toEqual({
    id: expect.any(Number),
    title: 'Locked',
    duration: 2,
    isPublished: true,
    locked: true,
  });
  expect(text).not.toContain('/media/secret');
  const subscriber = await api.signedIn('subscriber');
  expect((await subscriber.get('/api/tree')).body[0].waves[0].droplets[1].locked).toBe(false);
});

test('the tree takes one statement for each level', async () => {
  const counted = countStatements(api.database);
  await hierarchy(api.database.db, { userId: null, tier: 'visitor' } as never);
  expect(counted.stop()).toBe(3);
});

test('a level that exceeds the maximum is left out, to be fetched later', async () => {
  const visitor = { userId: null, tier: 'visitor' } as never;
  // Two oceans, two waves, two droplets.
  expect(outline(await hierarchy(api.database.db, visitor, 6))).toEqual(
    outline(await hierarchy(api.database.db, visitor)),
  );
  expect(outline(await hierarchy(api.database.db, visitor, 5))).toEqual([
    [
      'Open',
      [
        ['First', null],
        ['Empty', null],
      ],
    ],
    ['Bare', []],
  ]);
  expect(outline(await hierarchy(api.database.db, visitor, 3))).toEqual([
    ['Open', null],
    ['Bare', null],
  ]);
});
