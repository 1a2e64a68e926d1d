import { beforeAll, expect, test } from 'vitest';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { explore } from './explore.ts';

/* Equal matches, too many to sort: the search walks through them in the owner's order. */

const WAVES = 6;
const DROPLETS = 220;

const api = setUpApi();

/** Equal matches, except for the word before "light". */
const titleOf = (ocean: number, wave: number, index: number): string => {
  const isLast = ocean === 0 && wave === 5 && index > 200;
  return `${isLast ? 'Lantern' : index % 50 === 7 ? 'Harbour' : 'Another'} light`;
};

beforeAll(async () => {
  const wave = (ocean: number, n: number) =>
    aWave({
      slug: `w-${ocean}-${n}`,
      isPublished: n !== 1,
      droplets: Array.from({ length: DROPLETS }, (_, index) =>
        aDroplet({
          slug: `d-${ocean}-${n}-${index}`,
          title: titleOf(ocean, n, index),
          description: index === 9 ? 'Harbour.' : 'A description.',
          isPublished: index % 10 !== 0,
          keywords: ['light'],
        }),
      ),
    });
  const ocean = (n: number) =>
    anOcean({ slug: `o-${n}`, waves: Array.from({ length: WAVES }, (_, index) => wave(n, index)) });
  await insertOceans(api.database.db, [ocean(0), ocean(1)]);
  // The second ocean comes first, and one of its waves has moved.
  const { db } = api.database;
  await db.updateTable('oceans').set({ position: -1 }).where('slug', '=', 'o-1').execute();
  await db.updateTable('waves').set({ position: 99 }).where('slug', '=', 'w-1-0').execute();
});

const inOwnersOrder = (fits: (index: number) => boolean): string[] =>
  [
    [1, [2, 3, 4, 5, 0]],
    [0, [0, 2, 3, 4, 5]],
  ].flatMap(([ocean, waves]) =>
    (waves as number[]).flatMap((wave) =>
      Array.from({ length: DROPLETS }, (_, index) => index)
        .filter((index) => index % 10 !== 0 && fits(index))
        .map((index) => `d-${ocean}-${wave}-${index}`),
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
  'pages list every match once, in the owner’s order: %s',
  async (query) => {
    expect(await readOn(query)).toEqual(inOwnersOrder(() => true));
  },
);

test('droplets that match better come first', async () => {
  const title = inOwnersOrder((index) => index % 50 === 7).filter((slug) => slug !== 'd-0-5-207');
  expect(await readOn('q=harbour')).toEqual([...title, ...inOwnersOrder((index) => index === 9)]);
  expect((await readOn('q=ha')).slice(0, title.length)).toEqual(title);
});

test('droplets with both words come first, then those with the rare one, then the common one', async () => {
  const rare = inOwnersOrder((index) => index > 200).filter((slug) => slug.startsWith('d-0-5-'));
  const all = inOwnersOrder(() => true);
  const others = all.filter((slug) => !rare.includes(slug));
  expect(await readOn('q=light+lantern')).toEqual([...rare, ...others]);
  // No droplet has both words in its title.
  expect((await readOn('q=another+lantern')).slice(0, rare.length + 1)).toEqual([
    ...rare,
    others.find((slug) => !slug.endsWith('-7')),
  ]);
});

test('equal matches at the end of the catalogue are found without a walk to the end', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    // With 5, a page with more than five equal matches uses the walk.
    const page = await explore(api.database.db, VISITOR, { q: 'lantern', limit: 2, cursor }, 5);
    seen.push(...page.droplets.map(({ slug }) => slug));
    cursor = page.next;
  } while (cursor);
  expect(seen).toEqual(inOwnersOrder((index) => index > 200).filter((slug) => slug.startsWith('d-0-5-')));
});

test('a request without a limit gets the default limit', async () => {
  const { body, headers } = await api.visitor().get('/api/explore/droplets?q=light');
  expect(body).toHaveLength(200);
  expect(headers['x-next-cursor']).toBeTypeOf('string');
});
