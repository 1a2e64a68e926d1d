import { afterAll, beforeAll } from 'vitest';
import { startSession } from '#features/accounts/server/session/sessions.ts';
import type { FavoriteRef } from '#features/favorites/contract/schemas.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from './catalogue-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from './test-api.ts';

/* A site with items of every access and visibility, for the tests of favorites. */

export let api: TestApi;
/** Ids of all items by slug. */
export const id: Record<string, number> = {};

/** Starts the site before the tests of a file, and stops it after them. */
export function setUpFavoritesSite(): void {
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
}

export const ref = (itemType: FavoriteRef['itemType'], slug: string) => ({
  itemType,
  itemId: id[slug] as number,
});
export const drop = (slug: string) => ref('droplet', slug);
export const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
export const listOf = async (member: SignedInClient) => (await member.get('/api/favorites')).body;
export const isFavorite = async (member: SignedInClient, { itemType, itemId }: FavoriteRef) =>
  (await member.get(`/api/favorites/check?itemType=${itemType}&itemId=${itemId}`)).body.isFavorite;
const ANOTHER_DEVICE = 'another device';
export const rowsOf = ({ user }: SignedInClient) =>
  api.database.db.selectFrom('favorites').selectAll().where('user_id', '=', user.id).execute();
export async function onAnotherDevice({ user }: SignedInClient): Promise<SignedInClient> {
  const device = api.visitor() as SignedInClient;
  device.cookies.set('stillwater_session', await startSession(api.database.db, user.id, ANOTHER_DEVICE));
  device.user = user;
  return device;
}
export const publish = (table: 'oceans' | 'waves' | 'droplets', slug: string, is_published: boolean) =>
  changeCatalogue(api.database.db, (transaction) =>
    transaction.updateTable(table).set({ is_published }).where('slug', '=', slug).execute(),
  );
