import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';
import { candidatesUnder } from './find-matches.ts';
import { omissionsOfTyped } from './misspelling.ts';
import { vocabularyKeys } from './terms.ts';

const api = setUpApi();

const droplet = (slug: string, title: string, keywords: string[] = [], isPublished = true) =>
  aDroplet({ slug, title, description: 'A minute of nothing.', keywords, isPublished });
const LONG_WORDS = Array.from({ length: 40 }, (_, n) => `созерцательность${n}`);
beforeAll(async () => {
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({
          droplets: [
            droplet('kettle', 'Wait for the Kettle', ['Tea kettles', 'patience']),
            droplet('back', 'Breathing into your back', ['breath']),
            droplet('insomnia', 'Insomnia, kindly', ['rest']),
            droplet('cafe', 'A Café at noon', ['sound']),
            droplet('tokyo', '深呼吸の練習', ['呼吸']),
            droplet('draft', 'A kettel of fish', [], false),
            droplet('many', 'Созерцание', LONG_WORDS),
          ],
        }),
      ],
    }),
  ]);
});

async function search(q: string, client: TestClient = api.visitor()) {
  const { body, headers } = await client.get(`/api/explore/droplets?q=${encodeURIComponent(q)}`);
  const notes = headers['x-search-notes'] as string | undefined;
  return {
    slugs: body.map(({ slug }: { slug: string }) => slug) as string[],
    ...(notes === undefined ? {} : JSON.parse(decodeURIComponent(notes))),
  };
}

test.each([
  ['kettle', ['kettle', 'kettles'], undefined],
  ['kett', ['kettle', 'kettles'], undefined],
  ['breathe', ['breathing', 'breath'], undefined],
  ['cafe', ['café'], undefined],
  ['waiting for kettles', ['wait', 'kettle', 'kettles'], undefined],
  ['ketle', ['kettle', 'kettles'], 'kettle'],
  ['waiting ketle', ['wait', 'kettle', 'kettles'], 'waiting kettle'],
  ['呼吸', ['呼吸'], undefined],
  ['xyzzyx', [], undefined],
])('%s marks %j, and is corrected to %s', async (q, words, corrected) => {
  expect(await search(q)).toMatchObject({ words, ...(corrected ? { corrected } : {}) });
  expect((await search(q)).corrected).toBe(corrected);
});

test('the headers of a response fit into the 4 KB that nginx takes, in any script', async () => {
  const { headers } = await api.visitor().get(`/api/explore/droplets?q=${encodeURIComponent('созерца')}`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  expect(lines.join('').length).toBeLessThan(4096);
  const { words } = await search('созерца');
  expect(words.slice(0, 3)).toEqual(['созерцание', ...LONG_WORDS.slice(0, 2)]);
  expect(words.length).toBeLessThan(LONG_WORDS.length);
});

test('without a text there is nothing to mark, and a correction shows no word of a draft', async () => {
  expect((await api.visitor().get('/api/explore/droplets')).headers['x-search-notes']).toBeUndefined();
  expect(await search('kettel')).toMatchObject({ slugs: ['kettle'], corrected: 'kettle' });
  expect((await search('kettel', await api.signedIn('admin'))).slugs).toEqual(['draft']);
});

test('the owner’s synonyms find and mark texts with another word of the group', async () => {
  expect((await search('sleepless')).slugs).toEqual([]);
  const admin = await api.signedIn('admin');
  const value = 'sleepless, insomnia, night\ncalm, stillness';
  const setting = { key: 'search.synonyms', value, category: 'advanced' };
  expect((await admin.post('/api/settings', setting)).status).toBe(201);
  expect(await search('sleepless')).toEqual({ slugs: ['insomnia'], words: ['insomnia'] });
  expect((await search('at night')).slugs).toEqual(['insomnia']);
  await admin.delete('/api/settings/search.synonyms');
  expect((await search('sleepless')).slugs).toEqual([]);
});

test('a typed word is looked up by a bounded number of keys, however large the vocabulary', () => {
  for (const word of ['kettle', 'meditashun', 'a'.repeat(40), 'abcdefghijklmnopqrstuvwxyz'])
    expect(omissionsOfTyped(word).length).toBeLessThanOrEqual(1 + 7 + 21);
});

test('a typed word is compared with the words under its own keys, whatever else is typed', () => {
  const known = ['mettle', 'kettles', 'kettle', 'shore', 'harbour', 'morning'];
  const entries = known.flatMap((word) => vocabularyKeys(word).map((key) => ({ key, word })));
  const vocabulary = new Map(
    [...Map.groupBy(entries, ({ key }) => key)].map(([key, its]) => [key, its.map(({ word }) => word)]),
  );
  expect(candidatesUnder(vocabulary, omissionsOfTyped('ketle'))).toEqual(['kettle', 'mettle', 'kettles']);
  expect(candidatesUnder(vocabulary, omissionsOfTyped('habour'))).toEqual(['harbour']);
  expect(candidatesUnder(vocabulary, [])).toEqual([]);
});
