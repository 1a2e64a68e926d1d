import { beforeAll, beforeEach, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { newUploadFolder } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';

const CUES = [
  { id: '', start: 3, end: 5, settings: '', text: 'Stand still.\nLet your arms hang.' },
  { id: 'a', start: 0.5, end: 2, settings: 'align:start', text: '<v Mo>Fill the kettle.' },
];

let admin: SignedInClient;
const api = setUpApi({ uploads: uploadSpace(await newUploadFolder()) });
beforeAll(async () => {
  admin = await api.signedIn('admin');
});

let id: number;
beforeEach(async () => {
  const droplet = aDroplet({ accessType: 'premium', furtherCaptions: [{ language: 'de', url: '/de.vtt' }] });
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [droplet] })] })]);
  id = Math.max(...(await admin.get('/api/explore/droplets')).body.map((one: { id: number }) => one.id));
});

const item = async () => (await admin.get(`/api/droplets/${id}`)).body;
const save = async (given: object = {}) =>
  admin.put('/api/captions', {
    ...{ type: 'droplet', id, language: null, cues: CUES, expectedVersion: (await item()).version },
    ...given,
  });

test('captions become a WebVTT file in the order of time, which is set on the item', async () => {
  const { status, body, text } = await save();
  expect(status, text).toBe(200);
  expect(await item()).toMatchObject({ captionsUrl: body.url, version: body.version });
  expect((await admin.get(body.url)).text).toBe(`WEBVTT

a
00:00.500 --> 00:02.000 align:start
<v Mo>Fill the kettle.

00:03.000 --> 00:05.000
Stand still.
Let your arms hang.
`);
  expect((await (await api.signedIn('subscriber')).get(body.url)).status).toBe(200);
  for (const reader of [api.visitor(), await api.signedIn('free')])
    expect((await reader.get(body.url)).status).toBe(404);
});

test('a language replaces its own captions, or is added, and the others stay', async () => {
  const { body: spanish } = await save({ language: 'ES' });
  const { body: german } = await save({ language: 'de', cues: [{ ...CUES[0], text: 'Steh still.' }] });
  expect(await item()).toMatchObject({
    captionsUrl: null,
    furtherCaptions: [
      { language: 'de', url: german.url },
      { language: 'es', url: spanish.url },
    ],
  });
});

test('a save from an older version is refused with the present item, and changes nothing', async () => {
  const before = await item();
  await admin.put(`/api/droplets/${id}`, { title: 'Another title' });
  const { status, body } = await save({ expectedVersion: before.version });
  expect([status, body.code, body.current.title]).toEqual([409, 'edit-conflict', 'Another title']);
  expect((await item()).captionsUrl).toBeNull();
  expect((await save({ id: 999_999 })).status).toBe(404);
});

test('captions that are sent again, because no answer came, are no conflict', async () => {
  const { version: expectedVersion } = await item();
  for (const language of [null, 'es']) {
    const mine = { language, expectedVersion: (await item()).version };
    const first = await save(mine);
    const again = await save(mine);
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  const other = { expectedVersion, cues: [{ ...CUES[0], text: 'Sit down.' }] };
  expect((await save(other)).status).toBe(409);
});

const cue = (given: object) => ({ cues: [{ ...CUES[0], ...given }] });

test.each([
  ['cues', 'Write at least one caption', { cues: [] }],
  ['cues', 'Use at most 5000 captions', { cues: Array(5001).fill(CUES[0]) }],
  ['cues.0.end', 'The caption ends before it begins', cue({ end: 3 })],
  ['cues.0.end', 'Use at most 99 hours', cue({ end: 360_000 })],
  ['cues.0.start', 'Enter a time', cue({ start: null })],
  ['cues.0.start', 'Enter a time', cue({ start: -1 })],
  ['cues.0.text', 'Enter the words, or delete the caption', cue({ text: ' \n ' })],
  ['cues.0.text', 'Use at most 1000 characters', cue({ text: 'x'.repeat(1001), end: 99 })],
  ['cues.0.text', 'This contains a character that is not allowed', cue({ text: 'a --> b' })],
  [
    'cues.0.text',
    'Too fast: 32 characters a second, at most 17. Give it 0.9 s more or split it.',
    cue({ end: 4 }),
  ],
  ['cues.0.id', 'Must be one line', cue({ id: 'a\nb' })],
  ['cues.0.settings', 'This contains a character that is not allowed', cue({ settings: '-->' })],
  ['language', 'Use a language tag, such as es or pt-BR', { language: 'es_MX' }],
])('%s: %s', async (path, message, given) => {
  const { status, body, text } = await save(given);
  expect(status, text).toBe(400);
  expect(body.issues).toContainEqual({ path, message });
  expect((await item()).captionsUrl).toBeNull();
});
