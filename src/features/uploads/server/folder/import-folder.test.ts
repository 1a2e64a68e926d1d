import { beforeAll, beforeEach, expect, test } from 'vitest';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { anMp3, aPicture, captions, upload } from '#test/upload-fixture.ts';

/* A folder of uploaded files becomes a draft wave. */

const api = setUpApi();

let admin: SignedInClient;
let oceanId: number;
let count = 0;

beforeAll(async () => {
  admin = await api.signedIn('admin');
});
beforeEach(async () => {
  count += 1;
  [oceanId = 0] = await insertOceans(api.database.db, [anOcean({ title: `Ocean ${count}` })]);
});

const send = async (kind: string, file: Uint8Array) => (await upload(admin, kind, file)).body;
const film = () => send('video', anMp4(`film ${Math.random()}`));
const importFolder = (body: object, client = admin) => client.post('/api/folder-imports', body);
const aWave = (change = {}) => ({
  title: 'Morning Shore',
  oceanId,
  accessType: 'free',
  isSample: false,
  description: 'Words about a shore in the morning.',
  ...change,
});
const wavesOf = async () => (await admin.get(`/api/oceans/${oceanId}/waves`)).body;

test('a folder becomes a draft wave with its droplets in the order given', async () => {
  const [first, sound, picture, words] = [
    await film(),
    await send('audio', anMp3()),
    await send('image', await aPicture(90, 160)),
    await send('captions', captions(`Words ${count}.`)),
  ];
  const answer = await importFolder({
    wave: { ...aWave(), imageId: picture.id },
    droplets: [
      { title: 'Before the Phone', uploadId: first.id, captionsId: words.id, imageId: picture.id },
      { title: 'A Sound', uploadId: sound.id },
      { title: 'A Sound', uploadId: picture.id },
    ],
  });
  expect(answer.status, answer.text).toBe(201);
  const wave = answer.body;
  expect(wave).toMatchObject({
    title: 'Morning Shore',
    slug: 'morning-shore',
    oceanId,
    isPublished: false,
    accessType: 'free',
    imageUrl: picture.url,
    dropletCount: 3,
  });
  const droplets = (await admin.get(`/api/waves/${wave.id}/droplets`)).body;
  expect(droplets).toMatchObject([
    {
      title: 'Before the Phone',
      mediaType: 'video',
      mediaUrl: first.url,
      captionsUrl: words.url,
      imageUrl: picture.url,
      description: 'Words about a shore in the morning.',
      isPublished: false,
    },
    { title: 'A Sound', slug: 'a-sound', mediaType: 'audio', mediaUrl: sound.url, captionsUrl: null },
    { title: 'A Sound', slug: 'a-sound-2', mediaType: 'image', mediaUrl: picture.url, imageUrl: null },
  ]);
  const visitor = await api.signedIn('free');
  expect((await visitor.get(`/api/waves/${wave.id}`)).status).toBe(404);
  const [entry] = (await admin.get('/api/audit-log')).body;
  expect(entry).toMatchObject({ action: 'imported', itemType: 'wave', title: 'Morning Shore' });
  const found = (await admin.get('/api/explore/droplets?q=phone')).body;
  expect(JSON.stringify(found)).toContain('Before the Phone');
});

test('captions in several languages belong to one droplet', async () => {
  const [medium, main, spanish] = [
    await film(),
    await send('captions', captions(`In English ${count}.`)),
    await send('captions', captions(`En español ${count}.`)),
  ];
  const one = (further: object[], change = {}) => ({
    wave: aWave(),
    droplets: [
      { title: 'A film', uploadId: medium.id, captionsId: main.id, furtherCaptions: further, ...change },
    ],
  });
  const answer = await importFolder(
    one([{ language: 'es-mx', uploadId: spanish.id }], { captionsLanguage: 'de' }),
  );
  expect(answer.status, answer.text).toBe(201);
  const [droplet] = (await admin.get(`/api/waves/${answer.body.id}/droplets`)).body;
  expect(droplet).toMatchObject({
    captionsUrl: main.url,
    captionsLanguage: 'de',
    furtherCaptions: [{ language: 'es-MX', url: spanish.url }],
  });

  const wrong = await importFolder(
    one([
      { language: 'es', uploadId: medium.id },
      { language: 'fr', uploadId: 999_999 },
    ]),
  );
  expect(wrong.body.issues).toEqual([
    {
      path: 'droplets.0.furtherCaptions.0.uploadId',
      message: 'This file is of the wrong kind: video.',
    },
    {
      path: 'droplets.0.furtherCaptions.1.uploadId',
      message: 'This file is not there any more. Upload it again.',
    },
  ]);
  const twice = await importFolder(
    one([
      { language: 'es', uploadId: spanish.id },
      { language: 'ES', uploadId: spanish.id },
    ]),
  );
  expect(twice.body.issues).toEqual([
    { path: 'droplets.0.furtherCaptions', message: 'Each language can have captions once' },
  ]);
  expect(await wavesOf()).toHaveLength(1);
});

test('a request that is sent again makes no second wave while the first is an unchanged draft', async () => {
  const [first, second] = [await film(), await film()];
  const body = {
    wave: aWave(),
    droplets: [
      { title: 'One', uploadId: first.id },
      { title: 'Two', uploadId: second.id },
    ],
  };
  const answers = await Promise.all([importFolder(body), importFolder(body)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const ids = answers.map((answer) => answer.body.id);
  expect(ids[0]).toBe(ids[1]);
  // Other droplets, another order or another title make another wave.
  const others = [
    { ...body, droplets: body.droplets.slice(0, 1) },
    { ...body, droplets: [...body.droplets].reverse() },
    { ...body, wave: aWave({ title: 'Evening Shore' }) },
  ];
  for (const other of others) expect(ids).not.toContain((await importFolder(other)).body.id);
  expect(await wavesOf()).toHaveLength(4);
  expect((await admin.put(`/api/waves/${ids[0]}`, { title: 'Changed' })).status).toBe(200);
  expect((await importFolder(body)).body.id).not.toBe(ids[0]);
});

test('all or none: what is missing or of another kind is named, and nothing is created', async () => {
  const [good, words] = [await film(), await send('captions', captions(`Other words ${count}.`))];
  const answer = await importFolder({
    wave: { ...aWave(), imageId: words.id },
    droplets: [
      { title: 'Good', uploadId: good.id, captionsId: words.id },
      { title: 'Gone', uploadId: 999_999 },
      { title: 'Words', uploadId: words.id },
      { title: 'Film as words', uploadId: good.id, captionsId: good.id, imageId: good.id },
    ],
  });
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'Nothing was created, because some files cannot be used.',
  ]);
  expect(answer.body.issues).toEqual([
    { path: 'wave.imageId', message: 'This file is of the wrong kind: captions.' },
    { path: 'droplets.1.uploadId', message: 'This file is not there any more. Upload it again.' },
    { path: 'droplets.2.uploadId', message: 'This file is of the wrong kind: captions.' },
    { path: 'droplets.3.captionsId', message: 'This file is of the wrong kind: video.' },
    { path: 'droplets.3.imageId', message: 'This file is of the wrong kind: video.' },
  ]);
  expect(await wavesOf()).toEqual([]);
});

test('a film that could not be prepared is refused', async () => {
  const { id, url } = await film();
  await api.database.db
    .insertInto('media_jobs')
    .values({
      upload_name: url.split('/').at(-1),
      state: 'failed',
      problem: 'It ends in the middle.',
      next_attempt_at: 0,
      original_bytes: 1,
      created_at: 0,
    })
    .execute();
  const answer = await importFolder({ wave: aWave(), droplets: [{ title: 'A film', uploadId: id }] });
  expect(answer.body.issues).toEqual([
    {
      path: 'droplets.0.uploadId',
      message: 'This file could not be prepared. Leave it out, or choose it again.',
    },
  ]);
});

test('titles, the ocean and the number of droplets are checked', async () => {
  const { id } = await film();
  const one = { title: 'A film', uploadId: id };
  const noOcean = await importFolder({ wave: aWave({ oceanId: 999_999 }), droplets: [one] });
  expect([noOcean.status, noOcean.body.code]).toEqual([400, 'parent-not-found']);
  const short = await importFolder({
    wave: aWave({ title: 'A', description: 'Short' }),
    droplets: [{ title: 'B', uploadId: id }],
  });
  expect(short.body.issues.map(({ path }: { path: string }) => path)).toEqual([
    'wave.title',
    'wave.description',
    'droplets.0.title',
  ]);
  expect((await importFolder({ wave: aWave(), droplets: [] })).status).toBe(400);
  const many = await importFolder({ wave: aWave(), droplets: Array.from({ length: 101 }, () => one) });
  expect(many.body.issues[0].message).toBe('Use at most 100 droplets');
  expect(await wavesOf()).toEqual([]);
});
