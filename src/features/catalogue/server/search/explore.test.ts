import { beforeAll, describe, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';
import type { DropletContent } from '../../contract/transfer-schemas.ts';

/* One catalogue and one table of queries: both engines must return equal results. */

const api = setUpApi();

const droplet = (slug: string, title: string, description: string, keywords: string[] = []): DropletContent =>
  aDroplet({ slug, title, description, keywords });

beforeAll(async () => {
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({
          droplets: [
            droplet('shore', 'Listen to the shore', 'Breathing comes and goes like water.', ['sea']),
            droplet('kettle', 'Wait for the kettle', 'Nothing to do for a minute.', ['breath', 'patience']),
            droplet('breathe', 'Breathe into your back', 'Feel the ribs widen.', ['body']),
            droplet('cafe', 'Listen to a Café', 'Crème brûlée, naïve façade, Øresund and Straße.', ['sound']),
            droplet('worry', 'Sitting with worry', 'You don’t have to solve it now.', [
              'feelings',
              'single-tasking',
            ]),
          ],
        }),
        aWave({
          droplets: [
            droplet('stillness', 'A meditation on stillness', 'Quiet hands, quiet mind.', ['calm mind']),
            droplet('tokyo', '深呼吸の練習', '東京の朝、静かな一分。', ['呼吸']),
            droplet('moscow', 'Тихая ёлка', 'Дыхание и покой зимой.', ['покой']),
            droplet('haifa', 'נשימה עמוקה', 'שקט של בוקר.', ['שקט']),
            droplet('athens', 'Ήσυχος δρόμος', 'Ένας αργός περίπατος.', ['ησυχία']),
            droplet('seoul', '깊은 호흡', '조용한 아침의 일 분.', ['호흡']),
            droplet('emoji', 'Waves 🌊 at noon', '50% off_peak, 100 (steps)! C:\\path "quoted".', [
              'noon',
              '10 suns',
              '9 suns',
              'Azure',
            ]),
          ],
        }),
      ],
    }),
    anOcean({
      waves: [
        aWave({
          droplets: [
            aDroplet({
              slug: 'locked',
              title: 'Velvet evening',
              description: 'Behind the gate.',
              ...PREMIUM,
            }),
            aDroplet({
              slug: 'draft',
              title: 'Unfinished velvet',
              description: 'Brething.',
              isPublished: false,
              keywords: ['secret'],
            }),
          ],
        }),
        aWave({
          isPublished: false,
          droplets: [droplet('under-wave', 'Velvet below', 'Hidden.', ['secret'])],
        }),
      ],
    }),
    anOcean({
      isPublished: false,
      waves: [
        aWave({ droplets: [droplet('under-ocean', 'Velvet depths', 'Hidden.', ['secret', 'calm mind'])] }),
      ],
    }),
  ]);
});

const ask = (query: Record<string, string>, reader: TestClient = api.visitor()) =>
  reader.get(`/api/explore/droplets?${new URLSearchParams(query)}`);
const find = async (query: Record<string, string>, reader?: TestClient): Promise<string[]> =>
  (await ask(query, reader)).body.map(({ slug }: { slug: string }) => slug);

describe('queries and their results', () => {
  test.each<[why: string, q: string, slugs: string[]]>([
    ['the title before a keyword before the description', 'breath', ['breathe', 'kettle', 'shore']],
    ['case does not matter', 'BREATH', ['breathe', 'kettle', 'shore']],
    ['endings do not matter: a verb', 'breathing', ['breathe', 'kettle', 'shore']],
    ['endings do not matter: a plural', 'kettles', ['kettle']],
    ['endings do not matter: a noun of the verb', 'meditate', ['stillness']],
    ['accents do not matter in the query', 'cafe', ['cafe']],
    ['nor in the text', 'brulée', ['cafe']],
    ['nor letters that have no plain form of their own', 'oresund strasse', ['cafe']],
    ['an apostrophe may be left out', 'dont', ['worry']],
    ['or be another one', "don't", ['worry']],
    ['the beginning of a word, one letter', 'k', ['kettle']],
    ['the beginning of a word, two letters', 'wi', ['worry', 'breathe']],
    ['the beginning of a word, longer', 'medita', ['stillness']],
    ['the last word may be a beginning', 'listen sho', ['shore', 'cafe']],
    ['only the last one', 'liste shore sea', ['shore', 'cafe']],
    ['some of the words are enough', 'listen kettle', ['shore', 'kettle', 'cafe']],
    ['all words before some of them', 'quiet breath mind', ['stillness', 'breathe', 'kettle', 'shore']],
    ['stop words are optional', 'cannot wait at the kettle', ['kettle']],
    ['a stop word at the end makes no other word a beginning', 'kett at', []],
    ['stop words alone are looked for', 'dont to', ['worry', 'shore', 'cafe', 'kettle']],
    ['words of different fields', 'kettle patience', ['kettle']],
    ['the order of words does not matter', 'shore listen', ['shore', 'cafe']],
    ['a whole word in the same field before a beginning', 'quiet mi', ['stillness', 'kettle']],
    ['a letter missing', 'ketle', ['kettle']],
    ['a letter too many', 'kettlle', ['kettle']],
    ['a wrong letter', 'kettie', ['kettle']],
    ['two letters exchanged', 'ketlte', ['kettle']],
    ['the first letter wrong', 'pettle', ['kettle']],
    ['two errors in a long word', 'meditashun', []],
    ['two errors in a word of eight letters and more', 'stilnes with', []],
    ['words from eight letters match with two errors', 'medittaon', ['stillness']],
    ['two errors are too many for a short word', 'kttel', []],
    ['words of three letters match only exactly', 'rbs', []],
    ['an error and an ending', 'brethings', ['breathe', 'kettle', 'shore']],
    ['an error and an ending in a short word', 'widdens ribs', ['breathe']],
    ['a right and a mistyped word', 'listen shoer', ['shore', 'cafe']],
    ['what fits as typed hides what is nearly like it', 'shore', ['shore']],
    ['a number is right or wrong', '1000', []],
    ['a number', '100', ['emoji']],
    ['a hyphen parts words', 'single tasking', ['worry']],
    ['and may be typed', 'single-task', ['worry']],
    ['Japanese, in the middle of a title', '呼吸', ['tokyo']],
    ['Japanese, three characters', '深呼吸', ['tokyo']],
    ['Japanese, one character', '朝', ['tokyo']],
    ['Japanese, one character before another word', '練 朝', ['tokyo']],
    ['Japanese, characters that are there but apart', '東朝', []],
    ['Russian, without its dots and in another case', 'елка', ['moscow']],
    ['Russian, a beginning', 'дых', ['moscow']],
    ['Russian, an error', 'дыхнаие', ['moscow']],
    ['Hebrew', 'נשימה', ['haifa']],
    ['Greek without accents', 'ησυχος δρομος', ['athens']],
    ['Korean', '호흡', ['seoul']],
    ['Korean, a beginning', '조용', ['seoul']],
    ['an emoji', '🌊', ['emoji']],
    ['full-width letters', 'ｋｅｔｔｌｅ', ['kettle']],
    ['signs alone name nothing', '%', []],
    ['nor do these', '_*"()\\', []],
    ['signs between words are no operators', 'listen AND NOT -shore* "', ['shore', 'cafe']],
    ['a sign is no wildcard', 'ke%le', []],
    ['nor in the way', 'kettle%', ['kettle']],
    ['more than one finding: the owner’s order among equals', 'listen', ['shore', 'cafe']],
    ['a locked droplet by its words', 'velvet evening', ['locked']],
  ])('%s: %s', async (_why, q, slugs) => {
    expect(await find({ q })).toEqual(slugs);
  });
});

test('a keyword filters letter for letter, alone and with a text', async () => {
  expect(await find({ keyword: 'calm mind' })).toEqual(['stillness']);
  expect(await find({ keyword: 'calm' })).toEqual([]);
  expect(await find({ keyword: 'breath', q: 'minute' })).toEqual(['kettle']);
  expect(await find({ keyword: 'breath', q: 'ribs' })).toEqual([]);
  expect(await find({ keyword: '#breath' })).toEqual([]);
});

test('visitors and subscribers find no drafts and no droplets under drafts', async () => {
  const admin = await api.signedIn('admin');
  expect(await find({ q: 'velvet' })).toEqual(['locked']);
  expect(await find({ q: 'velvet' }, await api.signedIn('subscriber'))).toEqual(['locked']);
  expect(await find({ q: 'velvet' }, admin)).toEqual(['locked', 'draft', 'under-wave', 'under-ocean']);
  expect(await find({ keyword: 'secret' })).toEqual([]);
  expect(await find({ keyword: 'secret' }, admin)).toEqual(['draft', 'under-wave', 'under-ocean']);
});

test('a word that only a draft has changes nothing for other readers', async () => {
  // The draft has "Brething". This typing error finds the same as without the draft.
  expect(await find({ q: 'brething' })).toEqual(['breathe', 'kettle', 'shore']);
  expect(await find({ q: 'brething' }, await api.signedIn('admin'))).toEqual(['draft']);
});

test('a locked droplet is found by its words and never carries its media', async () => {
  const { body, text } = await ask({ q: 'velvet' });
  expect(body).toMatchObject([{ slug: 'locked', locked: true, mediaUrl: null, additionalResources: [] }]);
  expect(text).not.toContain('secret');
});

test('keywords are ordered by use, then by name, without those of drafts', async () => {
  const visitor = (await api.visitor().get('/api/explore/keywords')).body as string[];
  expect(visitor).not.toContain('secret');
  expect(visitor.slice(0, 5)).toEqual(['9 suns', '10 suns', 'Azure', 'body', 'breath']);
  const admin = (await (await api.signedIn('admin')).get('/api/explore/keywords?limit=2')).body;
  expect(admin).toEqual(['secret', 'calm mind']);
  expect((await api.visitor().get('/api/explore/keywords?limit=0')).status).toBe(400);
});

describe('long lists', () => {
  const readOn = async (query: Record<string, string>) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await ask({ ...query, limit: '2', ...(cursor ? { cursor } : {}) });
      expect(answer.status).toBe(200);
      expect(answer.body.length).toBeLessThanOrEqual(2);
      seen.push(...answer.body.map(({ slug }: { slug: string }) => slug));
      cursor = answer.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    return seen;
  };

  test.each<Record<string, string>>([
    {},
    { q: 'a' },
    { q: 's' },
    { q: 'breath' },
    { q: 'brethe' },
    { keyword: 'breath' },
  ])('the pages together equal the whole list: %o', async (query) => {
    const all = await find(query);
    expect(all.length).toBeGreaterThan(0);
    expect(await readOn(query)).toEqual(all);
  });

  test.each([
    '',
    'x',
    'W10',
    Buffer.from('[0,1,2]').toString('base64url'),
    Buffer.from('[0,1,2,3,4,5,6,"7"]').toString('base64url'),
  ])('an invalid cursor is refused: %s', async (cursor) => {
    expect(await ask({ cursor })).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } });
  });

  test.each(['0', '101', '-1', '1.5', 'ten', ''])('a limit of %s is refused', async (limit) => {
    expect(await ask({ limit })).toMatchObject({ status: 400, body: { issues: [{ path: 'limit' }] } });
  });
});

test('hostile queries get 200 or 400', async () => {
  const visitor = api.visitor();
  const queries = [
    'x'.repeat(10_000),
    'é'.repeat(10_000),
    'x'.repeat(200),
    'ab '.repeat(200),
    Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x61 + (n % 26))).join(' '),
    'breathing '.repeat(20),
    '🌊'.repeat(100),
    'مرحبا بالعالم',
    '\u202Egnihtaerb\u202C',
    'שלום'.repeat(50),
    '\0',
    'breath\0ing',
    "'; drop table droplets; --",
    '"breath" OR 1=1 NEAR(breath, 5) -calm ^title: * () {} []',
    '%_%_%',
    '(a+)+$|.*?[^x]\\d{1,}',
    '\ud800',
    '𝒷𝓇ℯ𝒶𝓉𝒽',
    '𠮷野家 𠮷',
    'a\u0300\u0301\u0302\u0303'.repeat(30),
    '\u0300\u0301',
    '\ufeff\u200b\u200d',
    '呼'.repeat(200),
    'ก็ '.repeat(60),
    'ﷺ'.repeat(200),
    '1e309 -0 NaN null undefined true {{7*7}} <script>',
  ];
  for (const q of queries)
    for (const query of [{ q }, { keyword: q }, { q, keyword: q }] as Record<string, string>[])
      expect([200, 400], JSON.stringify(query).slice(0, 80)).toContain((await ask(query, visitor)).status);
  for (const raw of [
    'q=%ff%fe',
    'q=%',
    'q=%ED%A0%80',
    'q[]=a',
    'q=a&q=b',
    'keyword=%00',
    'limit=1&limit=2',
    'cursor=%00',
  ])
    expect([200, 400], raw).toContain((await visitor.get(`/api/explore/droplets?${raw}`)).status);
});

test('a header says that nothing is locked for a reader, whatever the results are', async () => {
  const header = async (client: TestClient) =>
    (await client.get('/api/explore/droplets?q=kettle')).headers['x-nothing-locked'];
  expect(await header(api.visitor())).toBeUndefined();
  expect(await header(await api.signedIn('free'))).toBeUndefined();
  expect(await header(await api.signedIn('subscriber'))).toBe('1');
  expect(await header(await api.signedIn('admin'))).toBe('1');
});
