import { beforeEach, expect, test } from 'vitest';
import { announceJob, releaseJob } from '#features/uploads/server/jobs/job-queries.ts';
import { announceUpload } from '#features/uploads/server/queries.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { checkItem } from './check-item.ts';
import type { LinkState } from './try-link.ts';

let admin: SignedInClient;
const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
});

async function aDraft(fields: Parameters<typeof aDroplet>[0]): Promise<number> {
  const droplet = aDroplet({ isPublished: false, keywords: ['calm'], ...fields });
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [droplet] })] })]);
  const { id } = await api.database.db.selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  return id;
}

/** Replaces the internet by a table of link states. */
async function checksOf(id: number, links: Record<string, LinkState> = {}) {
  const tryLinks = async (asked: readonly string[]) =>
    new Map(asked.flatMap((url) => (links[url] ? [[url, links[url]] as const] : [])));
  const { checks } = await checkItem(api.database.db, 'droplet', id, { tryLinks });
  return checks.map(({ level, title }) => `${level}: ${title}`);
}

const written = async (source: string, kind = 'text') =>
  (await admin.post('/api/writings', { kind, source })).body.url as string;

const publish = (id: number) => admin.put(`/api/droplets/${id}`, { isPublished: true });
const publishSeveral = (...ids: number[]) =>
  admin.post('/api/content/bulk', { type: 'droplet', ids, change: { action: 'publish' } });

const FILM = `/media/u/${'a'.repeat(32)}-720.mp4`;

/** Stores the film's row. */
async function storeFilm(id: number): Promise<number> {
  const upload = { hash: 'a'.repeat(32), name: FILM.slice('/media/u/'.length), kind: 'video' } as const;
  const facts = { contentType: 'video/mp4', bytes: 1, width: 1280, height: 720, files: {}, originalName: '' };
  await announceUpload(api.database.db, { ...upload, ...facts, uploadedBy: null });
  return id;
}

async function beginToPrepare(): Promise<void> {
  const { db } = api.database;
  const uploadName = FILM.slice('/media/u/'.length);
  await announceJob(db, { uploadName, original: 'x.orig', originalBytes: 1 });
  await releaseJob(db, uploadName);
}

test('a film that is being prepared must wait, and one whose preparation failed is refused', async () => {
  const { db } = api.database;
  await beginToPrepare();
  const id = await storeFilm(await aDraft({ mediaUrl: FILM, captionsUrl: '/media/a.vtt' }));
  expect(await checksOf(id)).toEqual([
    'must: The film is still being prepared',
    'fine: Captions',
    'fine: Two minutes or less',
    'fine: Title, description, keywords',
  ]);
  expect(await publishSeveral(id)).toMatchObject({ status: 200, body: { changed: 1, waiting: 1 } });
  const { title, isPublished } = (await admin.get(`/api/droplets/${id}`)).body;
  expect(isPublished).toBe(false);

  await db.updateTable('media_jobs').set({ state: 'failed', problem: 'It has no pictures.' }).execute();
  expect(await checksOf(id)).toContain('must: The film is not prepared');
  const refused = { status: 409, body: { code: 'not-publishable', issues: [{ path: 'isPublished' }] } };
  for (const again of [publish, publishSeveral]) {
    const answer = await again(id);
    expect(answer).toMatchObject(refused);
    expect(answer.body.message).toContain(`“${title}” cannot be published yet. The film is not prepared`);
  }
  await db.updateTable('media_jobs').set({ state: 'done', percent: 100 }).execute();
  expect((await publish(id)).status).toBe(200);
});

test('a published item keeps its film until another one is prepared', async () => {
  const { db } = api.database;
  const id = await storeFilm(await aDraft({ isPublished: true, mediaUrl: null }));
  await beginToPrepare();
  const replace = (change = {}) => admin.put(`/api/droplets/${id}`, { mediaUrl: FILM, ...change });
  const { status, body } = await replace();
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'not-publishable', issues: [{ path: 'mediaUrl' }] });
  expect(body.message).toContain(
    'is live and cannot be changed to this yet. The film is still being prepared',
  );
  expect((await replace({ isPublished: false })).status).toBe(200);
  expect((await replace({ isPublished: true })).body.isPublished).toBe(false);
  await db.updateTable('media_jobs').set({ state: 'done', percent: 100 }).execute();
  expect((await replace({ isPublished: true })).status).toBe(200);
});

test('a film that was deleted since must be chosen again, in every way to publish', async () => {
  // A draft that the browser stored for more than a week.
  const id = await aDraft({ mediaUrl: FILM });
  expect((await checksOf(id))[0]).toBe('must: The film does not exist any more');
  expect((await publish(id)).body).toMatchObject({ code: 'not-publishable' });
  expect((await publishSeveral(id)).status).toBe(409);
  expect((await publish(await storeFilm(id))).status).toBe(200);
});

test.each(['', ' \n\n ', '[a]: https://example.org'])(
  'a text of %j is empty, and must not go live',
  async (source) => {
    const id = await aDraft({ mediaType: 'text', mediaUrl: await written(source) });
    expect((await checksOf(id))[0]).toBe('must: Nothing is written yet');
    expect((await publish(id)).status).toBe(409);
    // A call that also sends the text may publish.
    const mediaUrl = await written('A line.');
    expect((await admin.put(`/api/droplets/${id}`, { isPublished: true, mediaUrl })).status).toBe(200);
  },
);

test('an empty exercise and a text that is gone must not go live', async () => {
  const id = await aDraft({ mediaType: 'interactive', mediaUrl: await written(' \n', 'exercise') });
  expect((await checksOf(id))[0]).toBe('must: Nothing is written yet');
  await api.database.db.deleteFrom('writings').execute();
  expect((await checksOf(id))[0]).toBe('must: The text does not exist any more');
});

test('missing captions, a long duration and missing keywords do not stop publishing', async () => {
  const id = await aDraft({ duration: 5, keywords: [] });
  expect(await checksOf(id)).toEqual([
    'advice: Captions are missing',
    'advice: Over two minutes',
    'advice: Keywords are missing',
  ]);
  expect((await publish(id)).status).toBe(200);
  const long = await aDraft({ mediaType: 'text', mediaUrl: await written('word '.repeat(700)) });
  const { checks } = await checkItem(api.database.db, 'droplet', long + 1, {
    tryLinks: async () => new Map(),
  });
  expect(checks).toContainEqual(
    expect.objectContaining({
      title: 'Over two minutes',
      detail: 'Reading it takes about 4 minutes; 1 is announced.',
    }),
  );
});

test('a film of a video host has its host’s captions', async () => {
  const id = await aDraft({ mediaUrl: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' });
  expect(await checksOf(id)).toEqual(['fine: Two minutes or less', 'fine: Title, description, keywords']);
});

test('links of the resources and of the text are named with their editor', async () => {
  const resource = (url: string) => ({ title: 'A', url, type: 'link', duration: null, size: null });
  const id = await aDraft({
    mediaType: 'text',
    mediaUrl: await written('[a](https://gone.example/a) [b](/oceans/1) [c](https://well.example/)'),
    additionalResources: [
      resource('https://silent.example/'),
      resource('/media/a.txt'),
      resource('https://late.example'),
    ],
  });
  const links = {
    'https://gone.example/a': 'gone',
    'https://silent.example/': 'silent',
    'https://well.example/': 'found',
  } as const;
  expect((await checksOf(id, links)).filter((check) => check.includes('ink'))).toEqual([
    'advice: A link does not answer',
    'advice: A link answers “not found”',
    'advice: Not every link was checked',
  ]);
  const { checks } = await checkItem(api.database.db, 'droplet', id, {
    tryLinks: async () => new Map(Object.entries(links)),
  });
  expect(checks).toContainEqual(
    expect.objectContaining({ detail: 'gone.example/a, in the text.', editor: 'text' }),
  );
  expect(checks).toContainEqual(
    expect.objectContaining({ detail: 'silent.example/, in the additional resources.', editor: 'form' }),
  );
});

test('a picture needs an alternative text, and a generated cover needs none', async () => {
  const imageUrl = 'https://pictures.example/a.jpg';
  const id = await aDraft({ imageUrl });
  expect(await checksOf(id)).toContain('advice: The picture has no words');
  await admin.put(`/api/droplets/${id}`, { imageAlt: 'Steam over a kettle' });
  expect(await checksOf(id)).toContain('fine: Picture in words');
  await admin.put(`/api/droplets/${id}`, { imageUrl: '/covers/droplet/tea.svg', imageAlt: '' });
  expect((await checksOf(id)).filter((check) => check.includes('icture'))).toEqual([]);
});

test('pictures in a text need alternative texts', async () => {
  const id = await aDraft({
    mediaType: 'text',
    mediaUrl: await written('![](/a.png) ![Steam](/b.png) ![ ](/c.png)'),
  });
  expect(await checksOf(id)).toContain('advice: 2 pictures in the text have no words');
});

test('the call also checks oceans and waves, and never requests this machine', async () => {
  const resource = { title: 'A', url: 'http://localhost/', type: 'link', duration: null, size: null };
  const ocean = anOcean({ mediaType: 'audio', mediaUrl: '/media/a.mp3', additionalResources: [resource] });
  await insertOceans(api.database.db, [ocean]);
  const { id } = await api.database.db.selectFrom('oceans').select('id').executeTakeFirstOrThrow();
  const answer = await admin.post('/api/content/check', { type: 'ocean', id });
  expect(answer.body).toMatchObject({
    title: ocean.title,
    isPublished: true,
    checks: [
      { about: 'captions', level: 'advice' },
      { about: 'link', level: 'advice', title: 'A link could not be checked' },
      { about: 'words', level: 'advice' },
    ],
  });
  expect((await admin.post('/api/content/check', { type: 'wave', id: 99 })).status).toBe(404);
  expect((await admin.post('/api/content/check', { type: 'pond', id: 1 })).status).toBe(400);
});
