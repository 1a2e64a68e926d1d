import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { type SignedInClient, startTestApi, type TestApi } from './test-api.ts';

/* A site that is empty before each test, and items that an administrator creates through the API. */

export let api: TestApi;
export let admin: SignedInClient;

/** Starts a site before the tests of a file, and empties its catalogue before each. */
export function setUpEmptyCatalogue(): void {
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    for (const table of ['oceans', 'media_references', 'trash'] as const)
      await api.database.db.deleteFrom(table).execute();
    await changeCatalogue(api.database.db, async () => {});
    admin = await api.signedIn('admin');
  });
}

export const OCEAN = {
  title: 'Quiet water',
  description: 'What lies under the noise.',
  imageUrl: 'https://pictures.example/water.jpg',
};
export const DROPLET = {
  title: 'One breath',
  description: 'Breathe in, breathe out.',
  mediaUrl: 'https://video.example/breath.mp4',
};

/** Creates an item as an administrator, and returns it. */
export async function create(path: string, body: object) {
  const response = await admin.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}
export const createOcean = (given: object = {}) => create('/api/oceans', { ...OCEAN, ...given });
export const createWave = async (given: object = {}) =>
  create('/api/waves', {
    ...OCEAN,
    oceanId: (given as { oceanId?: number }).oceanId ?? (await createOcean()).id,
    ...given,
  });
export const createDroplet = async (given: object = {}) =>
  create('/api/droplets', {
    ...DROPLET,
    waveId: (given as { waveId?: number }).waveId ?? (await createWave()).id,
    ...given,
  });

export const catalogueVersion = async () =>
  (await api.database.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
