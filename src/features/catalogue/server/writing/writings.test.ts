import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { sweepWritings } from './writings.ts';

let admin: SignedInClient;
const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
});

const PICTURE = '/media/u/abcdefabcdefabcdefabcdefabcdefab-960.webp';
const SECRET = `A secret.\n\n![Steam](${PICTURE})`;

const written = async (source: string, kind = 'text') =>
  (await admin.post('/api/writings', { kind, source })).body.url as string;

async function droplets(...fields: Parameters<typeof aDroplet>[0][]): Promise<{ id: number }[]> {
  await insertOceans(api.database.db, [
    anOcean({
      waves: [aWave({ droplets: fields.map((given) => aDroplet({ mediaType: 'text', ...given })) })],
    }),
  ]);
  return (await admin.get('/api/explore/droplets')).body;
}

const rows = () => api.database.db.selectFrom('writings').selectAll().execute();

test('a text is served in parts to those who may open an item with it, and to nobody else', async () => {
  const url = await written(SECRET);
  const statuses = async () => {
    const readers = [
      api.visitor(),
      await api.signedIn('free'),
      await api.signedIn('subscriber'),
      await api.signedIn('admin'),
    ];
    return Promise.all(readers.map(async (reader) => (await reader.get(url)).status));
  };
  expect(await statuses()).toEqual([404, 404, 404, 200]);
  const [droplet] = await droplets({ mediaUrl: url, accessType: 'premium' });
  expect(await statuses()).toEqual([404, 404, 200, 200]);
  const path = `/api/droplets/${droplet?.id}`;
  await admin.put(path, { isSample: true });
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect((await api.visitor().get(url)).body).toEqual([
    ['p', null, 'A secret.'],
    ['p', null, ['img', expect.objectContaining({ src: PICTURE, alt: 'Steam' })]],
  ]);
  await admin.put(path, { isPublished: false });
  expect(await statuses()).toEqual([404, 404, 404, 200]);
});

test('no response of the catalogue contains the words of a text, locked or open', async () => {
  const url = await written('Words with a secret');
  const [locked] = await droplets(
    { mediaUrl: url, accessType: 'premium', title: 'A locked one' },
    { mediaUrl: url, accessType: 'free' },
  );
  const visitor = api.visitor();
  const { db } = api.database;
  const { wave_id } = await db.selectFrom('droplets').select('wave_id').executeTakeFirstOrThrow();
  const addresses = [
    `/api/waves/${wave_id}/droplets`,
    '/api/explore/droplets',
    '/api/explore/droplets?q=secret',
    '/api/tree',
    `/api/droplets/${locked?.id}`,
  ];
  for (const address of addresses) expect((await visitor.get(address)).text).not.toContain('secret');
  expect((await visitor.get(`/api/droplets/${locked?.id}`)).body).toMatchObject({
    locked: true,
    mediaUrl: null,
  });
});

test('a picture in a text is open exactly to the readers of that text', async () => {
  const url = await written(SECRET);
  const [droplet] = await droplets({ mediaUrl: url, accessType: 'premium' });
  const references = () =>
    api.database.db.selectFrom('media_references').select(['path', 'is_picture']).orderBy('path').execute();
  const picture = { path: PICTURE.replace('-960.webp', '') };
  expect(await references()).toMatchObject([picture, { path: url }]);
  // The full address, as copied from a browser, names the same picture.
  await admin.put(`/api/droplets/${droplet?.id}`, {
    mediaUrl: await written(`![Steam](https://still.example${PICTURE}?old)`),
  });
  expect((await references())[0]).toMatchObject(picture);
  // Another text without the picture.
  await admin.put(`/api/droplets/${droplet?.id}`, { mediaUrl: await written('No picture.') });
  expect(await references()).toHaveLength(1);
  expect((await references())[0]?.path).not.toBe(url);
});

test('a text that links to another text does not open that one', async () => {
  const premium = await written('A secret');
  await droplets(
    { mediaUrl: premium, accessType: 'premium' },
    { mediaUrl: await written(`[Look](${premium}) ![look](${premium})`) },
  );
  expect((await api.visitor().get(premium)).status).toBe(404);
});

test('an author reads and previews what was typed', async () => {
  const source = '  indented\r\n\n# Größe **bold';
  const url = await written(source);
  const name = url.split('/').pop();
  expect((await admin.get(`/api/writings/${name}`)).body).toEqual({ kind: 'text', source });
  expect((await admin.get('/api/writings/none.json')).status).toBe(404);
  expect((await admin.post('/api/writings/preview', { source: '# A\n\nb' })).body).toEqual({
    nodes: [
      ['h2', null, 'A'],
      ['p', null, 'b'],
    ],
  });
});

test('a text that is too long, or of no kind, is refused with its reason', async () => {
  const post = (body: unknown) => admin.post('/api/writings', body);
  expect((await post({ kind: 'text', source: 'a'.repeat(100_000) })).status).toBe(201);
  const long = await post({ kind: 'text', source: 'a'.repeat(100_001) });
  expect(long).toMatchObject({ status: 400, body: { message: 'Use at most 100,000 characters' } });
  expect((await post({ kind: 'exercise', source: '"'.repeat(500_000) })).status).toBe(201);
  expect((await post({ kind: 'exercise', source: 'a'.repeat(500_001) })).status).toBe(400);
  expect((await post({ kind: 'exercise', source: 'a'.repeat(3_000_000) })).status).toBe(413);
  expect((await post({ kind: 'poem', source: 'a' })).status).toBe(400);
  expect((await post({ kind: 'text', source: 'a\0b' })).status).toBe(400);
  expect((await post({ kind: 'text' })).status).toBe(400);
  // An author may begin with an empty text.
  expect((await post({ kind: 'text', source: '' })).status).toBe(201);
});

test('an exercise is served as it was written, without network or origin', async () => {
  const source = '<!doctype html><p>Breathe</p><script>1</script>';
  const url = await written(source, 'exercise');
  await droplets({ mediaUrl: url, mediaType: 'interactive' });
  const { text, headers } = await api.visitor().get(url);
  expect(text).toBe(source);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "form-action 'none'", 'sandbox allow-scripts']),
  );
  expect(policy.join()).not.toMatch(/connect-src|allow-same-origin|https?:/);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});

test('a cached text is not sent again, and is refused after its reader has lost access', async () => {
  const url = await written('Words');
  const [droplet] = await droplets({ mediaUrl: url });
  const visitor = api.visitor();
  const { headers } = await visitor.get(url);
  expect(headers['cache-control']).toBe('private, no-cache');
  const again = () => visitor.send('GET', url, undefined, { 'if-none-match': String(headers.etag) });
  expect((await again()).status).toBe(304);
  expect((await visitor.send('HEAD', url)).status).toBe(200);
  await admin.put(`/api/droplets/${droplet?.id}`, { accessType: 'premium' });
  expect((await again()).status).toBe(404);
});

test('a copy keeps the text when the original changes, and the last item’s deletion erases it', async () => {
  const url = await written('Words');
  const [droplet] = await droplets({ mediaUrl: url });
  const copy = (await admin.post(`/api/droplets/${droplet?.id}/duplicate`)).body;
  expect(copy.mediaUrl).toBe(url);
  await admin.put(`/api/droplets/${droplet?.id}`, { mediaUrl: await written('Other words') });
  expect((await admin.get(url)).body).toEqual([['p', null, 'Words']]);
  expect(await rows()).toHaveLength(2);
  await admin.delete(`/api/droplets/${droplet?.id}`);
  expect((await rows()).map(({ source }) => source)).toEqual(['Words']);
  const another = (await admin.post(`/api/droplets/${copy.id}/duplicate`)).body;
  await admin.delete(`/api/droplets/${another.id}`);
  expect(await rows()).toHaveLength(1);
  const { db } = api.database;
  const { id } = await db.selectFrom('oceans').select('id').executeTakeFirstOrThrow();
  // A previous version of the original refers to it until its values are purged.
  await db.deleteFrom('history_files').execute();
  await admin.delete(`/api/oceans/${id}`);
  expect(await rows()).toEqual([]);
});

test('a text that no item has referred to for a week is deleted, and nothing else', async () => {
  const { db } = api.database;
  const used = await written('Used');
  await droplets({ mediaUrl: used });
  await written('Unused');
  expect(await sweepWritings(db)).toBe(0);
  expect(await sweepWritings(db, Date.now() + 6 * DAY)).toBe(0);
  expect(await sweepWritings(db, Date.now() + 8 * DAY)).toBe(1);
  expect((await rows()).map(({ source }) => source)).toEqual(['Used']);
});
