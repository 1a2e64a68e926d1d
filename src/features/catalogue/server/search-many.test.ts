import { afterAll, beforeAll, expect, test } from 'vitest';
import { VISITOR } from '#platform/http/reader.ts';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { insertOceans } from './insert-oceans.ts';
import { explore } from './search-droplets.ts';

/* Enough droplets that answer equally well: they are no longer sorted but met in the owner's order. */

const WAVES = 6;
const DROPLETS = 220;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const wave = (ocean: number, n: number) =>
    aWave({
      slug: `w-${ocean}-${n}`,
      isPublished: n !== 1,
      droplets: Array.from({ length: DROPLETS }, (_, place) =>
        aDroplet({
          slug: `d-${ocean}-${n}-${place}`,
          title: `${ocean === 0 && n === 5 && place > 200 ? 'Lantern' : place % 50 === 7 ? 'Harbour' : 'Another'} light`,
          description: place === 9 ? 'Harbour.' : 'A description.',
          isPublished: place % 10 !== 0,
          keywords: ['light'],
        }),
      ),
    });
  const ocean = (n: number) =>
    anOcean({ slug: `o-${n}`, waves: Array.from({ length: WAVES }, (_, place) => wave(n, place)) });
  await insertOceans(api.database.db, [ocean(0), ocean(1)]);
  // The second ocean was moved before the first, and a wave within it.
  const { db } = api.database;
  await db.updateTable('oceans').set({ position: -1 }).where('slug', '=', 'o-1').execute();
  await db.updateTable('waves').set({ position: 99 }).where('slug', '=', 'w-1-0').execute();
});
afterAll(() => api.stop());

const inOwnersOrder = (fits: (place: number) => boolean): string[] =>
  [
    [1, [2, 3, 4, 5, 0]],
    [0, [0, 2, 3, 4, 5]],
  ].flatMap(([ocean, waves]) =>
    (waves as number[]).flatMap((wave) =>
      Array.from({ length: DROPLETS }, (_, place) => place)
        .filter((place) => place % 10 !== 0 && fits(place))
        .map((place) => `d-${ocean}-${wave}-${place}`),
    ),
  );

async function readOn(query: string): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { headers, body } = await api
      .visitor()
      .get(`/api/explore/droplets?limit=100&${query}${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...body.map(({ slug }: { slug: string }) => slug));
    cursor = headers['x-next-cursor'] as string | undefined;
  } while (cursor);
  return seen;
}

test.each(['q=light', 'q=l', 'keyword=light', 'q=lihgt', ''])(
  'all of them come, once each and in the owner’s order: %s',
  async (query) => {
    expect(await readOn(query)).toEqual(inOwnersOrder(() => true));
  },
);

test('the few that answer better come first', async () => {
  const title = inOwnersOrder((place) => place % 50 === 7).filter((slug) => slug !== 'd-0-5-207');
  expect(await readOn('q=harbour')).toEqual([...title, ...inOwnersOrder((place) => place === 9)]);
  expect((await readOn('q=ha')).slice(0, title.length)).toEqual(title);
});

test('equals that all stand at the end of the catalogue are found without a walk to the end', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    // More than five count as many here, so that the walk is tried.
    const page = await explore(api.database.db, VISITOR, { q: 'lantern', limit: 2, cursor }, 5);
    seen.push(...page.droplets.map(({ slug }) => slug));
    cursor = page.next;
  } while (cursor);
  expect(seen).toEqual(inOwnersOrder((place) => place > 200).filter((slug) => slug.startsWith('d-0-5-')));
});

test('without a limit there is one all the same', async () => {
  const { body, headers } = await api.visitor().get('/api/explore/droplets?q=light');
  expect(body).toHaveLength(200);
  expect(headers['x-next-cursor']).toBeTypeOf('string');
});
