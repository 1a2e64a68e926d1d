import { beforeEach, expect, test } from 'vitest';
import { GOOD_PASSWORD, registered } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

let ada: SignedInClient;
let ines: SignedInClient;
let oceanId: number;

const api = setUpEachApi();
beforeEach(async () => {
  ada = await api.signedIn('admin', { username: 'Ada' });
  ines = await api.signedIn('admin', { username: 'Ines' });
  const waves = [
    aWave({ title: 'Tides', droplets: [aDroplet({ title: 'Kettle' })] }),
    aWave({ title: 'Fog' }),
  ];
  [oceanId = 0] = await insertOceans(api.database.db, [anOcean({ title: 'Rest', waves })]);
});

const put = (changes: object, by = ada) => by.put(`/api/oceans/${oceanId}`, changes);
const history = async (query = '', subject = `ocean/${oceanId}`) =>
  (await ada.get(`/api/history/${subject}${query}`)).body;
const compare = async (version: number, subject = `ocean/${oceanId}`) =>
  (await ada.get(`/api/history/${subject}/${version}`)).body;
const restore = (body: object, by = ada, subject = `ocean/${oceanId}`) =>
  by.post(`/api/history/${subject}/restore`, body);
const present = async () => (await ada.get(`/api/oceans/${oceanId}`)).body;
const latest = async () => (await history()).versions[0].id;

test('the history of an item says who changed which fields, the newest first', async () => {
  await put({ title: 'Deep rest' });
  await put({ keywords: 'calm', accessType: 'premium' }, ines);
  expect(await history()).toEqual({
    title: 'Deep rest',
    exists: true,
    parentId: null,
    total: 2,
    since: expect.any(String),
    versions: [
      expect.objectContaining({
        user: { id: ines.user.id, username: 'Ines' },
        action: 'updated',
        fields: ['accessType', 'keywords'],
        isKept: true,
      }),
      expect.objectContaining({ user: { id: ada.user.id, username: 'Ada' }, fields: ['title'] }),
    ],
  });
});

test('a time to go live is not called a time to be taken down', async () => {
  await put({ isPublished: false });
  const { version } = await present();
  const publish = { local: '2031-02-03T07:00', timeZone: 'UTC' };
  const plan = { expectedVersion: version, publish, unpublish: null };
  expect((await ada.put(`/api/schedule/ocean/${oceanId}`, plan)).status).toBe(200);
  expect((await history()).versions[0].fields).toEqual(['publishAt']);
});

test('a version is compared with the present, and restored in one field or all', async () => {
  const first = await present();
  await put({ title: 'Deep rest', description: 'Lie down, and listen to the sea.' });
  await put({ title: 'Deepest rest', isPublished: false }, ines);
  const { versions } = await history();

  const middle = await compare(versions[1].id);
  expect(middle.latest).toBe(versions[0].id);
  expect(middle.changed.map(({ field, old, now }: never) => [field, old, now])).toEqual([
    ['title', 'Deep rest', 'Deepest rest'],
    ['isPublished', true, false],
  ]);
  expect(middle.unchanged).toContain('description');

  const one = await restore({ version: 0, fields: ['title'], latest: middle.latest });
  expect(one.body).toEqual({ id: await latest(), newSlug: null });
  expect(await present()).toMatchObject({ title: 'Rest', isPublished: false });
  const rest = await compare(0);
  const fields = rest.changed.map(({ field }: never) => field);
  expect(fields).toEqual(['description', 'isPublished']);
  await restore({ version: 0, fields, latest: rest.latest });
  expect(await present()).toEqual({ ...first, version: 5 });
  // A restoration is itself a version.
  expect((await history()).versions[0]).toMatchObject({ action: 'updated', fields });
});

test('a page that has missed a change restores nothing, and hears who made it', async () => {
  await put({ title: 'Deep rest' });
  const { latest: seen } = await compare(0);
  await put({ description: 'A change that the first page has not seen.' }, ines);
  const answer = await restore({ version: 0, fields: ['title'], latest: seen });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    code: 'edit-conflict',
    message: 'Ines changed this a moment ago. Look again before you go on.',
  });
  expect((await present()).title).toBe('Deep rest');
});

test('a slug that another item has taken becomes another one, and the answer says so', async () => {
  await put({ slug: 'old-name' });
  await put({ slug: 'new-name' });
  await ada.post('/api/oceans', {
    title: 'Another',
    description: 'It takes the old name.',
    imageUrl: '/a',
    slug: 'old-name',
  });
  const { versions } = await history();
  const { body } = await restore({ version: versions[1].id, fields: ['slug'], latest: versions[0].id });
  expect(body.newSlug).toBe('old-name-2');
  expect((await present()).slug).toBe('old-name-2');
});

test('restoring obeys the check before publishing, and the rules of the form', async () => {
  const [wave] = (await ada.get(`/api/oceans/${oceanId}/waves`)).body;
  const [droplet] = (await ada.get(`/api/waves/${wave.id}/droplets`)).body;
  const subject = `droplet/${droplet.id}`;
  const blank = await ada.post('/api/writings', { kind: 'text', source: ' ' });
  await ada.put(`/api/droplets/${droplet.id}`, { isPublished: false });
  await ada.put(`/api/droplets/${droplet.id}`, { mediaType: 'text', mediaUrl: blank.body.url });
  const seen = (await history('', subject)).versions[0].id;
  const refused = await restore({ version: 0, fields: ['isPublished'], latest: seen }, ada, subject);
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('not-publishable');
  // Type and address belong together. With both restored, the item may be published.
  const all = await restore({ version: 0, fields: ['mediaUrl', 'isPublished'], latest: seen }, ada, subject);
  expect(all.status, all.text).toBe(200);
  expect((await ada.get(`/api/droplets/${droplet.id}`)).body).toMatchObject({
    mediaType: droplet.mediaType,
    mediaUrl: droplet.mediaUrl,
    isPublished: true,
  });

  await api.database.db.updateTable('oceans').set({ title: 'x' }).where('id', '=', oceanId).execute();
  await put({ title: 'Deep rest' });
  const invalid = await restore({ version: 0, fields: ['title'], latest: await latest() });
  expect(invalid.status).toBe(400);
  expect(invalid.body.issues).toEqual([{ path: 'title', message: 'Title must be at least 3 characters' }]);
});

test('a moved wave goes back, and the comparison names both oceans', async () => {
  const [other = 0] = await insertOceans(api.database.db, [anOcean({ title: 'Focus' })]);
  const [wave] = (await ada.get(`/api/oceans/${oceanId}/waves`)).body;
  await ada.put(`/api/waves/${wave.id}`, { oceanId: other });
  const subject = `wave/${wave.id}`;
  const { changed, latest: seen } = await compare(0, subject);
  expect(changed).toEqual([
    { field: 'oceanId', old: oceanId, now: other, oldWords: 'Rest', nowWords: 'Focus', lost: null },
  ]);
  await restore({ version: 0, fields: ['oceanId'], latest: seen }, ada, subject);
  expect((await ada.get(`/api/waves/${wave.id}`)).body.oceanId).toBe(oceanId);
});

test('the history of a text has its words, which stay while a version refers to them', async () => {
  const [wave] = (await ada.get(`/api/oceans/${oceanId}/waves`)).body;
  const [droplet] = (await ada.get(`/api/waves/${wave.id}/droplets`)).body;
  const write = async (source: string) => {
    const { url } = (await ada.post('/api/writings', { kind: 'text', source })).body;
    await ada.put(`/api/droplets/${droplet.id}`, { mediaType: 'text', mediaUrl: url });
    return url;
  };
  await write('Stand still.');
  await write('Stand still until it sings.');
  const subject = `droplet/${droplet.id}`;
  const { versions } = await history('', subject);
  const { changed } = await compare(versions[1].id, subject);
  expect(changed).toMatchObject([
    { field: 'mediaUrl', oldWords: 'Stand still.', nowWords: 'Stand still until it sings.', lost: null },
  ]);
  // Without a reference the text is deleted, and the version reports it.
  await api.database.db.deleteFrom('writings').where('source', '=', 'Stand still.').execute();
  const gone = await compare(versions[1].id, subject);
  expect(gone.changed[0]).toMatchObject({ oldWords: null, lost: 'Its file is no longer kept.' });
  const refused = await restore(
    { version: versions[1].id, fields: ['mediaUrl'], latest: gone.latest },
    ada,
    subject,
  );
  expect(refused.status).toBe(400);
});

test('the history stays while an item is in the trash, and goes on when it is back', async () => {
  await put({ title: 'Deep rest', slug: 'deep' });
  await ada.delete(`/api/oceans/${oceanId}`);
  expect(await history()).toMatchObject({ title: 'Deep rest', exists: false, total: 2 });
  expect((await ada.get(`/api/history/ocean/${oceanId}/0`)).status).toBe(404);
  await ada.post('/api/trash/restore', { type: 'ocean', ids: [oceanId] });
  const { versions } = await history();
  expect(versions.map(({ action }: never) => action)).toEqual(['restored', 'deleted', 'updated']);
  const { changed, latest: seen } = await compare(0);
  expect(changed.map(({ field }: never) => field)).toEqual(['slug', 'title']);
  expect((await restore({ version: 0, fields: ['title'], latest: seen })).status).toBe(200);
  expect((await present()).title).toBe('Rest');
});

test('the history has pages, and missing items none', async () => {
  for (let n = 0; n < 5; n += 1) await put({ title: `Title ${n}` });
  const seen: number[] = [];
  let cursor = '';
  do {
    const { body, headers } = await ada.get(`/api/history/ocean/${oceanId}?limit=2${cursor}`);
    expect(body.total).toBe(5);
    seen.push(...body.versions.map(({ id }: { id: number }) => id));
    cursor = headers['x-next-cursor'] ? `&cursor=${headers['x-next-cursor']}` : '';
  } while (cursor !== '');
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  expect(seen).toHaveLength(5);
  for (const path of ['ocean/987654', 'ocean/x', 'planet/1'])
    expect((await ada.get(`/api/history/${path}`)).status, path).toBe(404);
});

test('an erased person is nobody in the history, and the program stays itself', async () => {
  const { client, user } = await registered(api);
  await api.database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute();
  await put({ title: 'Deep rest' }, client as SignedInClient);
  const { status } = await client.delete('/api/user', { password: GOOD_PASSWORD });
  expect(status).toBe(204);
  expect((await history()).versions[0]).toMatchObject({ user: null, authorErased: true });
  const [deletion, change] = (await ada.get('/api/audit-log')).body;
  expect(deletion).toMatchObject({ action: 'deleted', user: null, authorErased: false });
  expect(change).toMatchObject({ itemType: 'ocean', user: null, authorErased: true });
  expect(JSON.stringify(await history())).not.toContain(user.username);
});
