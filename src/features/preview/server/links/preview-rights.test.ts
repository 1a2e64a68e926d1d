import { beforeAll, expect, test } from 'vitest';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

/* A preview link opens its own item, and no premium content of others. */

const api = setUpApi();

beforeAll(async () => {
  const premium = { accessType: 'premium', mediaUrl: '/media/secret.mp4' } as const;
  const draft = { isPublished: false };
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({ ...premium, droplets: [aDroplet(premium)] }),
        aWave({ ...premium, ...draft, droplets: [aDroplet(premium), aDroplet({ ...premium, ...draft })] }),
        aWave(premium),
      ],
    }),
    anOcean({ ...draft, waves: [aWave({ droplets: [aDroplet(draft), aDroplet({})] })] }),
  ]);
  await changeCatalogue(api.database.db, async () => {});
});

/** Opens a link to an item in a new browser. Returns the responses at these addresses. */
async function seenBy(type: string, id: number, addresses: string[]) {
  const admin = await api.signedIn('admin');
  const { body } = await admin.post(`/api/preview-links/${type}/${id}`, { forWhom: 'Jo', days: 7 });
  const friend = api.visitor();
  expect((await friend.get(new URL(body.url).pathname)).status).toBe(302);
  const answers = await Promise.all(addresses.map((address) => friend.get(`/api/${address}`)));
  return answers.map(({ status, body: { locked, mediaUrl } }) =>
    status === 200 ? { locked, mediaUrl } : status,
  );
}

const LOCKED = { locked: true, mediaUrl: null };
const OPEN = { locked: false, mediaUrl: '/media/secret.mp4' };

test('a link to a wave opens it and its droplets; public premium items stay locked', async () => {
  expect(await seenBy('wave', 2, ['waves/2', 'droplets/2', 'droplets/3'])).toEqual([OPEN, OPEN, OPEN]);
  expect(await seenBy('wave', 2, ['waves/1', 'droplets/1'])).toEqual([LOCKED, LOCKED]);
});

test('a link to a droplet opens neither its wave nor the droplets beside it', async () => {
  expect(await seenBy('droplet', 3, ['droplets/3', 'waves/2', 'droplets/2'])).toEqual([OPEN, LOCKED, 404]);
  expect(await seenBy('droplet', 3, ['waves/1', 'droplets/1'])).toEqual([LOCKED, LOCKED]);
});

test('a published droplet below a draft ocean is hidden from a link to the one beside it', async () => {
  expect(await seenBy('droplet', 4, ['droplets/4', 'droplets/5'])).toEqual([expect.anything(), 404]);
});

test('a link to an item of one level says nothing about items of others with the same id', async () => {
  expect(await seenBy('droplet', 3, ['waves/3'])).toEqual([LOCKED]);
  expect(await seenBy('ocean', 2, ['oceans/2', 'waves/2'])).toEqual([expect.anything(), 404]);
});
