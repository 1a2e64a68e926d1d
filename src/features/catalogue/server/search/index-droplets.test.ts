import { Migrator } from 'kysely/migration';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate, migrations } from '#platform/database/migrate.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { countStatements } from '#test/database/statements.ts';
import { openEmptyDatabase } from '#test/database/test-database.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { idsUnder } from '../items/levels.ts';
import { explore } from './explore.ts';
import { indexDroplets, unindexDroplets } from './index-droplets.ts';
import { keywordsInUse } from './keywords-in-use.ts';

const api = setUpApi();

let waveId: number;

const KETTLE = {
  title: 'Wait for the kettle',
  description: 'Nothing to do for a minute.',
  keywords: ['breath', 'patience'],
};

beforeAll(async () => {
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({
          droplets: [
            aDroplet({ slug: 'kettle', ...KETTLE }),
            aDroplet({ slug: 'draft', title: 'Unfinished', isPublished: false, keywords: ['secret'] }),
            ...Array.from({ length: 5 }, (_, n) => aDroplet({ slug: `light-${n}`, title: 'Light' })),
          ],
        }),
      ],
    }),
  ]);
  waveId = (await api.database.db.selectFrom('waves').select('id').executeTakeFirstOrThrow()).id;
});

const ask = (query: Record<string, string>) =>
  api.visitor().get(`/api/explore/droplets?${new URLSearchParams(query)}`);
const find = async (query: Record<string, string>): Promise<string[]> =>
  (await ask(query)).body.map(({ slug }: { slug: string }) => slug);

describe('an edit', () => {
  test('is found at once by its new words, and not by its old words', async () => {
    const { db } = api.database;
    const id = await idOf('kettle');
    const keywords = async () => (await api.visitor().get('/api/explore/keywords')).body as string[];
    const write = (title: string, description: string, words: string[]) =>
      changeCatalogue(db, async (within) => {
        await within
          .updateTable('droplets')
          .set({ title, description, keywords: JSON.stringify(words) })
          .where('id', '=', id)
          .execute();
        await indexDroplets(within, new Map([[id, { title, description, keywords: words }]]));
      });
    await write('Watch the samovar', 'It sings.', ['tea']);
    expect(await find({ q: 'samovars' })).toEqual(['kettle']);
    expect(await find({ q: 'kettle' })).toEqual([]);
    expect(await find({ keyword: 'patience' })).toEqual([]);
    expect(await find({ keyword: 'tea' })).toEqual(['kettle']);
    expect(await keywords()).toEqual(expect.arrayContaining(['tea']));
    expect(await keywords()).not.toContain('patience');
    await write(KETTLE.title, KETTLE.description, KETTLE.keywords);
    expect(await find({ q: 'kettle' })).toEqual(['kettle']);
    expect(await keywords()).not.toContain('tea');
  });

  test('that fails leaves the index unchanged', async () => {
    const { db } = api.database;
    const id = await idOf('kettle');
    const failing = changeCatalogue(db, async (within) => {
      await indexDroplets(
        within,
        new Map([[id, { title: 'Never', description: 'Never', keywords: ['never'] }]]),
      );
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await find({ q: 'kettle' })).toEqual(['kettle']);
    expect(await find({ q: 'never' })).toEqual([]);
  });

  test('of visibility needs no indexing', async () => {
    const { db } = api.database;
    const publish = async (yes: boolean) => {
      await db.updateTable('droplets').set({ is_published: yes }).where('slug', '=', 'draft').execute();
      await changeCatalogue(db, async () => {});
    };
    await publish(true);
    expect(await find({ q: 'unfinished' })).toEqual(['draft']);
    expect((await api.visitor().get('/api/explore/keywords')).body).toContain('secret');
    await publish(false);
    expect(await find({ q: 'unfinished' })).toEqual([]);
  });

  test('on several nodes at once loses nothing', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `together-${n}`);
    await Promise.all(names.map((slug, n) => insertInto(slug, 'Zephyr', 100 + n)));
    expect(await find({ q: 'zephyr' })).toEqual(names);
    await Promise.all(names.map(remove));
    expect(await find({ q: 'zephyr' })).toEqual([]);
  });
});

test('deleting an ocean removes its droplets from the index', async () => {
  const { db } = api.database;
  const counts = async () => ({
    postings: await db
      .selectFrom('search_postings')
      .select(['term', 'block', 'ids'])
      .orderBy('term')
      .execute(),
    documents: await db.selectFrom('search_documents').select('id').execute(),
    keywords: await db
      .selectFrom('keyword_uses')
      .selectAll()
      .where('uses', '>', 0)
      .orderBy('keyword')
      .execute(),
  });
  const before = await counts();
  await insertOceans(db, [
    anOcean({
      slug: 'going',
      waves: [
        aWave({ droplets: [aDroplet({ slug: 'gone', title: 'Gone breath', keywords: ['breath', 'gone'] })] }),
      ],
    }),
  ]);
  expect(await find({ q: 'gone' })).toEqual(['gone']);
  const ocean = await db
    .selectFrom('oceans')
    .select('id')
    .where('slug', '=', 'going')
    .executeTakeFirstOrThrow();
  await changeCatalogue(db, async (within) => {
    await unindexDroplets(
      within,
      await idsUnder(within, 'wave', await idsUnder(within, 'ocean', [ocean.id])),
    );
    await within.deleteFrom('oceans').where('id', '=', ocean.id).execute();
  });
  expect(await counts()).toEqual(before);
});

test('droplets added between two pages neither repeat nor hide others', async () => {
  const before = await find({ q: 'li' });
  const seen: string[] = [];
  let cursor: string | undefined;
  let made = 0;
  do {
    const answer = await ask({ q: 'li', limit: '2', ...(cursor ? { cursor } : {}) });
    seen.push(...answer.body.map(({ slug }: { slug: string }) => slug));
    cursor = answer.headers['x-next-cursor'] as string | undefined;
    made += 1;
    await insertInto(`lily-${made}`, 'Like a lily', -made);
  } while (cursor);
  expect(seen).toEqual(before);
  expect(made).toBe(3);
  for (let n = 1; n <= made; n += 1) await remove(`lily-${n}`);
});

test('a page of exact matches is never followed by fuzzy matches', async () => {
  const { db } = api.database;
  await insertInto('night', 'Night', 999);
  const first = await ask({ q: 'light', limit: '4' });
  const publish = async (yes: boolean) => {
    await db.updateTable('droplets').set({ is_published: yes }).where('slug', '=', 'light-4').execute();
    await changeCatalogue(db, async () => {});
  };
  await publish(false);
  expect(await find({ q: 'light', limit: '4', cursor: first.headers['x-next-cursor'] as string })).toEqual(
    [],
  );
  await publish(true);
  await remove('night');
});

test('a search takes the same number of statements for any length of the result', async () => {
  const statements = async (query: Record<string, string>) => {
    await changeCatalogue(api.database.db, async () => {});
    const counter = countStatements(api.database);
    await ask(query);
    return counter.stop();
  };
  const one = await statements({ q: 'kettle' });
  expect(await statements({ q: 'light' })).toBe(one);
  // Synonyms, vocabulary, postings, order, droplets.
  expect(one).toBe(5);
});

test('a keyword in another case is the same keyword: one in the list, and one filter', async () => {
  const tagged = (slug: string, ...keywords: string[]) => aDroplet({ slug, title: 'Dusk', keywords });
  const droplets = [
    tagged('first', 'Evening', 'Élan'),
    tagged('second', 'evening'),
    tagged('third', 'evening'),
  ];
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets })] })]);
  const { body } = await api.visitor().get('/api/explore/keywords');
  expect(body.filter((keyword: string) => /evening/i.test(keyword))).toEqual(['evening']);
  for (const keyword of ['evening', 'Evening', 'EVENING']) {
    expect(await find({ keyword }), keyword).toEqual(['first', 'second', 'third']);
    expect(await find({ keyword, q: 'dusk' }), keyword).toEqual(['first', 'second', 'third']);
  }
  expect(await find({ keyword: 'élan' })).toEqual(['first']);
});

test('a catalogue from before the search index is searchable after the migration', async () => {
  const database = await openEmptyDatabase();
  const { db } = database;
  const provider = { getMigrations: async () => ({ '0001-first': migrations['0001-first'] }) };
  await new Migrator({ db, provider }).migrateToLatest();
  const item = { ...row('old', 'An old kettle', 0), keywords: '["breath"]' };
  const { wave_id: _, is_sample: __, duration: ___, ...content } = item;
  const ocean = await db.insertInto('oceans').values(content).returning('id').executeTakeFirstOrThrow();
  const within = { ...content, ocean_id: ocean.id, duration: 1, is_sample: false };
  const wave = await db.insertInto('waves').values(within).returning('id').executeTakeFirstOrThrow();
  const made = await db
    .insertInto('droplets')
    .values({ ...item, wave_id: wave.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('droplet_keywords').values({ droplet_id: made.id, keyword: 'breath' }).execute();
  await migrate(db);
  for (const query of [{ q: 'kettles' }, { q: 'ketle' }, { keyword: 'breath' }])
    expect((await explore(db, VISITOR, query)).droplets.map(({ slug }) => slug)).toEqual(['old']);
  expect(await keywordsInUse(db, VISITOR)).toEqual(['breath']);
  await database.close();
});

async function idOf(slug: string): Promise<number> {
  const row = await api.database.db
    .selectFrom('droplets')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function insertInto(slug: string, title: string, position: number): Promise<void> {
  await changeCatalogue(api.database.db, async (within) => {
    const { id } = await within
      .insertInto('droplets')
      .values(row(slug, title, position))
      .returning('id')
      .executeTakeFirstOrThrow();
    await indexDroplets(within, new Map([[id, { title, description: 'New.', keywords: [] }]]));
  });
}

async function remove(slug: string): Promise<void> {
  const id = await idOf(slug);
  await changeCatalogue(api.database.db, async (within) => {
    await unindexDroplets(within, [id]);
    await within.deleteFrom('droplets').where('id', '=', id).execute();
  });
}

const row = (slug: string, title: string, position: number) => ({
  wave_id: waveId,
  slug,
  title,
  position,
  description: 'New.',
  media_type: 'video' as const,
  access_type: 'free' as const,
  is_published: true,
  is_sample: false,
  duration: 1,
  keywords: '[]',
  additional_resources: '[]',
  image_url: null,
  media_url: null,
  captions_url: null,
  created_at: 0,
  updated_at: 0,
});
