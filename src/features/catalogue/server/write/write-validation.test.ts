import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Invalid values for every field of new and changed items, with the specification's messages. */

const api = setUpApi();

let admin: SignedInClient;
let token: Record<string, string>;

beforeAll(async () => {
  admin = await api.signedIn('admin');
  token = { 'csrf-token': (await admin.get('/api/csrf-token')).body.csrfToken };
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [aDroplet()] })] })]);
});

/** Shares one token, because the test makes a thousand calls. */
const call = (method: string, path: string, body: object) => admin.send(method, path, body, token);

const text = { title: 'A title', description: 'A description of it.' };
const GOOD = {
  oceans: { ...text, imageUrl: '/media/a.webp' },
  waves: { ...text, imageUrl: 'https://pictures.example/a.jpg', oceanId: 1 },
  droplets: { ...text, waveId: 1, mediaUrl: 'https://video.example/a.mp4' },
};
type Level = keyof typeof GOOD;
const ALL: Level[] = ['oceans', 'waves', 'droplets'];
const TIMED: Level[] = ['waves', 'droplets'];
const INTRO: Level[] = ['oceans', 'waves'];

const TITLE = 'Title must be at least 3 characters';
const DESCRIPTION = 'Description must be at least 10 characters';
const URL = 'Must be a valid URL';
const MINUTES = 'Duration must be a whole number of minutes';
const WRONG_TYPES = [7, true, {}, ['a']];
const BAD_ADDRESSES = [
  'no address',
  'www.example.org',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.org/a',
  'blob:https://example.org/1',
  '//evil.example/a',
  '/\\evil.example',
  'https:example.org',
  'https://',
  'https://user:secret@example.org/a',
  'https://exam\nple.org/',
  'https://example.org\\@evil.example',
  '/with space',
  ...WRONG_TYPES,
];

const further = (given: object) => [{ language: 'es', url: '/media/a.vtt', ...given }];
const LANGUAGE = 'Use a language tag, such as es or pt-BR';
const BAD_LANGUAGES = ['e', 'en_US', 'english language', ...WRONG_TYPES];

const resource = (given: object) => [{ title: 'A page', url: '/media/a.txt', ...given }];

const refused: [field: string, message: string, levels: Level[], values: unknown[]][] = [
  ['title', TITLE, ALL, ['', 'ab', '  ab  ', null, ...WRONG_TYPES]],
  ['title', 'Use at most 200 characters', ALL, ['x'.repeat(201)]],
  ['title', 'This contains a character that is not allowed', ALL, ['a\0bcd']],
  ['description', DESCRIPTION, ALL, ['', 'too short', '   short   ', null, ...WRONG_TYPES]],
  ['description', 'Use at most 5,000 characters', ALL, ['x'.repeat(5001)]],
  ['description', 'This contains a character that is not allowed', ALL, ['A description with \0']],
  ['imageUrl', URL, INTRO, ['', null, ...BAD_ADDRESSES]],
  ['imageUrl', URL, ['droplets'], BAD_ADDRESSES],
  ['imageAlt', 'Use at most 300 characters', ALL, ['x'.repeat(301)]],
  ['imageAlt', 'Must be text', ALL, WRONG_TYPES],
  ['mediaUrl', URL, INTRO, BAD_ADDRESSES],
  ['mediaUrl', URL, ['droplets'], ['', null, ...BAD_ADDRESSES]],
  ['captionsUrl', URL, ALL, BAD_ADDRESSES],
  ['captionsLanguage', LANGUAGE, ALL, BAD_LANGUAGES],
  ['furtherCaptions', 'Must be a list', ALL, ['es', 7, null, {}]],
  [
    'furtherCaptions',
    'Each language can have captions once',
    ALL,
    [[...further({}), ...further({ language: 'ES' })]],
  ],
  [
    'furtherCaptions',
    'Use at most 20 further languages',
    ALL,
    [Array.from({ length: 21 }, (_, n) => further({ language: `a${String.fromCharCode(97 + n)}` })[0])],
  ],
  [
    'furtherCaptions.0.language',
    LANGUAGE,
    ALL,
    ['', null, ...BAD_LANGUAGES].map((language) => further({ language })),
  ],
  ['furtherCaptions.0.url', URL, ALL, ['', null, ...BAD_ADDRESSES].map((url) => further({ url }))],
  ['mediaType', 'Must be none, video or audio', INTRO, ['', 'text', 'VIDEO', null, ...WRONG_TYPES]],
  [
    'mediaType',
    'Must be video, audio, text, image or interactive',
    ['droplets'],
    ['', 'none', 'film', null, ...WRONG_TYPES],
  ],
  ['accessType', 'Must be free or premium', ALL, ['', 'paid', 'Free', null, ...WRONG_TYPES]],
  ['isPublished', 'Must be true or false', ALL, ['true', '', 1, null, {}]],
  ['isSample', 'Must be true or false', TIMED, ['true', '', 1, null, {}]],
  ['duration', 'Duration must be at least 1 minute', TIMED, [0, -1, 0.5]],
  ['duration', MINUTES, TIMED, [1.5, '20', '', null, {}]],
  ['duration', 'Use at most 100,000 minutes', TIMED, [100_001, 1e300]],
  ['oceanId', 'Choose an ocean', ['waves'], [0, -1, 1.5, '1', '', null, {}, 1e300]],
  ['waveId', 'Choose a wave', ['droplets'], [0, -1, 1.5, '1', '', null, {}, 1e300]],
  ['oceanId', 'This ocean does not exist', ['waves'], [987654]],
  ['waveId', 'This wave does not exist', ['droplets'], [987654]],
  [
    'slug',
    'Use lowercase letters, numbers and single hyphens',
    ALL,
    ['Upper', 'a b', 'a/b', '../a', '-a', 'a-', 'a--b', 'a.b', '<b>', 'a%20b'],
  ],
  ['slug', 'Use at most 100 characters', ALL, ['x'.repeat(101)]],
  ['slug', 'Must be text', ALL, WRONG_TYPES],
  ['keywords', 'Must be a list, or text separated by commas', ALL, [7, true, null, {}, ['a', 1]]],
  ['keywords.1', 'Use at most 50 characters', ALL, [['a', 'x'.repeat(51)], `a,${'x'.repeat(51)}`]],
  ['keywords.0', 'This contains a character that is not allowed', ALL, [['a\0']]],
  ['keywords', 'Use at most 50 keywords', ALL, [Array.from({ length: 51 }, (_, n) => `k${n}`).join()]],
  ['additionalResources', 'Must be a list', ALL, ['a', 7, null, {}]],
  ['additionalResources', 'Use at most 50 resources', ALL, [Array(51).fill(resource({})[0])]],
  [
    'additionalResources.0.title',
    'Title is required',
    ALL,
    ['', '  ', null, 7].map((title) => resource({ title })),
  ],
  ['additionalResources.0.url', URL, ALL, ['', null, ...BAD_ADDRESSES].map((url) => resource({ url }))],
  ['additionalResources.0.type', 'Must be text', ALL, [resource({ type: 7 })]],
  ['additionalResources.0.duration', 'Duration must be at least 1 minute', ALL, [resource({ duration: 0 })]],
  ['additionalResources.0.duration', MINUTES, ALL, [resource({ duration: '5' })]],
  ['additionalResources.0.size', 'Must be text', ALL, [resource({ size: 5 })]],
];

const cases = refused.flatMap(([path, message, levels, values]) =>
  levels.map((level) => ({ level, path, message, values })),
);

test.each(cases)('$level: $path, “$message”', async ({ level, path, message, values }) => {
  const field = path.split('.')[0] as string;
  const before = (await admin.get(`/api/${level}/1`)).body;
  for (const value of values) {
    const expected = { status: 400, body: { message, issues: [{ path, message }] } };
    const shown = JSON.stringify(value)?.slice(0, 80);
    expect(await call('POST', `/api/${level}`, { ...GOOD[level], [field]: value }), shown).toMatchObject(
      expected,
    );
    expect(await call('PUT', `/api/${level}/1`, { [field]: value }), shown).toMatchObject(expected);
  }
  expect((await admin.get(`/api/${level}/1`)).body).toEqual(before);
});

test('a response names every problem of a form', async () => {
  const { body } = await admin.post('/api/waves', { title: 'a', imageUrl: 'x', duration: 0 });
  expect(body.message).toBe(TITLE);
  expect(body.issues).toEqual([
    { path: 'title', message: TITLE },
    { path: 'description', message: DESCRIPTION },
    { path: 'imageUrl', message: URL },
    { path: 'oceanId', message: 'Choose an ocean' },
    { path: 'duration', message: 'Duration must be at least 1 minute' },
  ]);
  const paths = (await admin.post('/api/droplets', {})).body.issues.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['title', 'description', 'waveId', 'mediaUrl']);
});

test('a body that is not an object is refused', async () => {
  for (const body of [[], [1], ['title']])
    for (const level of ALL) {
      expect((await admin.post(`/api/${level}`, body)).status).toBe(400);
      expect((await admin.put(`/api/${level}/1`, body)).status).toBe(400);
    }
});

test('script and markup are plain text in every text field', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const texts = {
    title: script,
    description: `${script} "'; drop table oceans; --`,
    keywords: [script.slice(0, 25)],
    additionalResources: [{ title: script, url: '/media/a', type: '<b>', duration: null, size: '<i>' }],
  };
  for (const level of ALL)
    expect((await admin.post(`/api/${level}`, { ...GOOD[level], ...texts })).body).toMatchObject(texts);
});

test('a URL is http, https, or a path on this site', async () => {
  for (const imageUrl of [
    'http://example.org',
    'https://example.org/a b.jpg?x=1#y',
    'https://bücher.example/ä',
    '/covers/ocean/a.svg',
    'https://youtu.be/dQw4w9WgXcQ',
  ])
    expect((await admin.put('/api/oceans/1', { imageUrl })).body.imageUrl).toBe(imageUrl);
});

test('fields that nobody can set are ignored', async () => {
  const sent = {
    id: 99,
    version: 99,
    position: 99,
    locked: true,
    dropletCount: 99,
    oceanId: 1,
    created_at: 1,
  };
  const { body } = await admin.put('/api/waves/1', { ...sent, title: 'Only this' });
  expect(body).toMatchObject({ id: 1, position: 0, locked: false, dropletCount: 2, title: 'Only this' });
  expect(body.version).toBeLessThan(99);
});

test('an expected version that is not a number is refused', async () => {
  for (const expectedVersion of ['1', 0, 1.5, null, {}])
    expect(
      (await admin.put('/api/oceans/1', { expectedVersion })).body.issues,
      String(expectedVersion),
    ).toEqual([{ path: 'expectedVersion', message: 'Must be a number' }]);
});

test('a title is measured as it is stored: composed, and in one line', async () => {
  // 150 letters, each typed as two characters, and a run of spaces.
  const decomposed = `${'o\u0308'.repeat(150)}${' '.repeat(60)}end`;
  const { status, body } = await call('POST', '/api/oceans', { ...GOOD.oceans, title: decomposed });
  expect([status, body.title]).toEqual([201, `${'ö'.repeat(150)} end`]);
  // NFC makes two characters of this letter: 201 in all.
  const longer = `${'a'.repeat(199)}\u0958`;
  const refused = await call('POST', '/api/oceans', { ...GOOD.oceans, title: longer });
  expect([refused.status, refused.body.issues?.[0].path]).toEqual([400, 'title']);
});
