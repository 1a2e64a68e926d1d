import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import type { TestApi } from '#test/test-api.ts';
import { admin, api, emptySite, everything, exported, setUpEmptySite } from '#test/transfer-fixture.ts';
import type { OceanContent } from '../../contract/transfer-schemas.ts';

const DEMO = join(import.meta.dirname, '../../../../../demo/catalogue.json');

setUpEmptySite();

const importing = (body: unknown, query = '', client = admin) =>
  client.change('POST', `/api/catalogue/import${query}`, body);

test('an export that is imported into an empty site exports the same catalogue', async () => {
  await insertOceans(api.database.db, everything());
  const first = await admin.get('/api/catalogue/export');
  expect(first.headers['content-disposition']).toBe('attachment; filename="catalogue.json"');
  const other = await emptySite();
  const answer = await importing(first.body, '', other.admin);
  expect(answer).toMatchObject({ status: 200, body: { oceans: 2, waves: 2, droplets: 4 } });
  expect(await exported(other.admin)).toEqual(first.body);
  // Search, keywords and own files are imported too.
  const found = await other.admin.get('/api/explore/droplets?q=calc');
  expect(found.body).toHaveLength(1);
  expect((await other.admin.get('/api/explore/keywords')).body).toEqual(['-minus', '静か']);
  const references = (site: TestApi) =>
    site.database.db
      .selectFrom('media_references')
      .select(['path', 'item_type'])
      .orderBy('path')
      .orderBy('item_type')
      .execute();
  expect(await references(other.site)).toEqual(await references(api));
  expect((await other.admin.get('/api/audit-log?itemType=catalogue')).body).toMatchObject([
    { action: 'imported', itemType: 'catalogue', details: { oceans: 2, waves: 2, droplets: 4 } },
  ]);
});

test('the demo catalogue can be imported unchanged', async () => {
  const demo = JSON.parse(await readFile(DEMO, 'utf8'));
  expect((await importing(demo)).status).toBe(200);
  // Fields that the older file lacks have defaults.
  expect(await exported()).toMatchObject(demo);
});

test('an import is added at the end, and missing slugs are made', async () => {
  await insertOceans(api.database.db, [anOcean({ title: 'Shore', slug: 'shore' })]);
  const text = { title: 'Shore', description: 'As short as can be.' };
  const droplet = { ...text, mediaUrl: 'https://video.example/a.mp4' };
  const body = {
    oceans: [
      { ...text, waves: [{ ...text, droplets: [droplet, droplet] }] },
      { ...text, slug: 'shore-2' },
    ],
  };
  const { body: result } = await importing(body);
  expect(result).toMatchObject({ oceans: 2, waves: 1, droplets: 2, heldBack: 0 });
  const [{ title, details }] = (await admin.get('/api/audit-log?itemType=catalogue')).body;
  expect(title).toBe('2 oceans, 1 wave, 2 droplets');
  expect(details.added).toEqual({ type: 'ocean', ids: result.ids });
  const listed = (await admin.get('/api/oceans')).body.map(({ id }: { id: number }) => id);
  expect(result.ids).toEqual(listed.slice(1));
  const { oceans } = await exported();
  expect(oceans.map(({ slug }: { slug: string }) => slug)).toEqual(['shore', 'shore-3', 'shore-2']);
  expect(oceans[1]).toMatchObject({
    accessType: 'premium',
    isPublished: false,
    imageUrl: null,
    mediaType: 'none',
  });
  expect(oceans[1].waves[0]).toMatchObject({
    duration: 20,
    droplets: [{ slug: 'shore' }, { slug: 'shore-2' }],
  });
});

test('a refused import names every problem by its path and writes nothing', async () => {
  const good = { title: 'A title', description: 'A description of it.' };
  const body = {
    oceans: [
      good,
      { ...good, title: 'a', acessType: 'free' },
      {
        ...good,
        waves: [
          { ...good, duration: 0, droplets: [{ ...good, mediaUrl: 'javascript:alert(1)' }, 7] },
          { ...good, droplets: {} },
        ],
      },
    ],
  };
  const answer = await importing(body);
  expect(answer.status).toBe(400);
  expect(answer.body.issues).toEqual([
    { path: 'oceans.1.title', message: 'Title must be at least 3 characters' },
    { path: 'oceans.1', message: 'Unknown field “acessType”' },
    { path: 'oceans.2.waves.0.duration', message: 'Duration must be at least 1 minute' },
    { path: 'oceans.2.waves.0.droplets.0.mediaUrl', message: 'Must be a valid URL' },
    { path: 'oceans.2.waves.0.droplets.1', message: 'Must be an object' },
    { path: 'oceans.2.waves.1.droplets', message: 'Must be a list' },
  ]);
  expect(await exported()).toEqual({ oceans: [] });
});

test('a refused import names taken and repeated slugs, and writes nothing', async () => {
  const slugged = (slug: string, more = {}) => ({
    title: 'A title',
    description: 'A description of it.',
    slug,
    ...more,
  });
  const droplet = (slug: string) => slugged(slug, { mediaUrl: '/media/a.mp4' });
  await insertOceans(api.database.db, [
    anOcean({ slug: 'taken', waves: [aWave({ droplets: [aDroplet({ slug: 'd-taken' })] })] }),
  ]);
  const before = await exported();
  const { status, body } = await importing({
    oceans: [
      slugged('taken'),
      slugged('same', {
        waves: [slugged('w', { droplets: [droplet('one'), droplet('d-taken'), droplet('one')] })],
      }),
      slugged('same'),
    ],
  });
  expect(status).toBe(400);
  expect(body.issues).toEqual([
    { path: 'oceans.0.slug', message: 'This slug is already taken' },
    { path: 'oceans.2.slug', message: 'This slug appears twice in the file' },
    { path: 'oceans.1.waves.0.droplets.1.slug', message: 'This slug is already taken' },
    { path: 'oceans.1.waves.0.droplets.2.slug', message: 'This slug appears twice in the file' },
  ]);
  expect(await exported()).toEqual(before);
});

test('a dry run writes nothing', async () => {
  expect((await importing({ oceans: everything() }, '?dryRun=true')).body).toEqual({
    oceans: 2,
    waves: 2,
    droplets: 4,
    ids: [],
    heldBack: 0,
    issues: [],
  });
  expect(await exported()).toEqual({ oceans: [] });
  expect((await admin.get('/api/audit-log')).body).toMatchObject([{ itemType: 'export' }]);
});

test('a file that is not a catalogue is refused with a message', async () => {
  const { body: token } = await admin.get('/api/csrf-token');
  const send = (payload: unknown, type = 'application/json') =>
    admin.send('POST', '/api/catalogue/import', payload, {
      'csrf-token': token.csrfToken,
      'content-type': type,
    });
  for (const body of ['[]', '7', 'null', '{}', '{"oceans":7}'])
    expect((await send(body)).body.issues, body).toHaveLength(1);
  const comma = await send('{\n  "oceans": [],\n}');
  expect(comma).toMatchObject({ status: 400, body: { issues: [{ path: 'line 3, column 1' }] } });
  const word = await send('{\n  "oceans": [\n    }\n}');
  expect(word).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } });
  expect(word.body.message).toBe('Nothing was imported, because this file is not valid JSON.');
  expect(word.body.issues[0].message).toMatch(/^The JSON is not valid near “[^”]*}[^”]*”$/);
  expect((await send('{"oceans":[')).body.issues).toEqual([
    { path: 'file', message: 'The JSON is not valid at its end: it may have been cut off' },
  ]);
  expect((await send('')).status).toBe(400);
  expect((await send(Buffer.from('{"oceans":[],"x":"Größe"}', 'latin1'))).body.message).toContain(
    'not in UTF-8',
  );
  expect((await send('<html>', 'text/html')).status).toBe(415);
  expect((await send('{"__proto__":{"oceans":[]}}')).status).toBe(400);
});

test('a large file is accepted, a huge one is not, and a visitor’s is not read', async () => {
  const droplets = Array.from({ length: 3000 }, (_, n) =>
    aDroplet({ slug: `d-${n}`, description: 'x'.repeat(400) }),
  );
  const body = { oceans: [anOcean({ waves: [aWave({ droplets })] })] };
  expect(JSON.stringify(body).length).toBeGreaterThan(1_500_000);
  expect((await importing(body)).body).toMatchObject({ oceans: 1, waves: 1, droplets: 3000 });
  const huge = `{"oceans":[],"x":"${'x'.repeat(20 * 1024 * 1024)}"}`;
  const { body: token } = await admin.get('/api/csrf-token');
  const headers = { 'csrf-token': token.csrfToken, 'content-type': 'application/json' };
  expect((await admin.send('POST', '/api/catalogue/import', huge, headers)).status).toBe(413);
  const stranger = await api.signedIn('subscriber');
  expect((await stranger.send('POST', '/api/catalogue/import', huge, headers)).status).toBe(403);
  expect((await api.visitor().send('POST', '/api/catalogue/import', huge, headers)).status).toBe(401);
  // Other calls keep the smaller limit.
  expect((await admin.send('POST', '/api/oceans', JSON.stringify(body), headers)).status).toBe(413);
});

test('a file with too many items is refused at once, however small they are', async () => {
  for (const item of [{}, '']) {
    const refused = await importing({ oceans: Array(500_000).fill(item) });
    expect(refused.status).toBe(400);
    expect(refused.body.issues).toEqual([
      { path: 'file', message: 'This file has more than 100,000 items. Split it into smaller files.' },
    ]);
  }
  const nested = Array(400).fill({ waves: Array(400).fill({}) });
  expect((await importing({ oceans: nested })).body.issues).toHaveLength(1);
});

test('an export has the texts that were written here, and an import brings them back', async () => {
  const source = '# Größe\n\n![Steam](/media/a.webp)';
  const { url } = (await admin.post('/api/writings', { kind: 'text', source })).body;
  await insertOceans(api.database.db, [
    anOcean({ waves: [aWave({ droplets: [aDroplet({ mediaType: 'text', mediaUrl: url }), aDroplet()] })] }),
  ]);
  const first = await exported();
  const [text, film] = first.oceans[0].waves[0].droplets;
  expect(text.writing).toEqual({ kind: 'text', source });
  expect(film).not.toHaveProperty('writing');

  const other = await emptySite();
  expect((await importing(first, '?dryRun=true', other.admin)).status).toBe(200);
  expect((await importing(first, '', other.admin)).status).toBe(200);
  expect(await exported(other.admin)).toEqual(first);
  expect((await other.site.visitor().get(url)).status).toBe(200);
  // A second import cannot share the address: each item has its own text.
  for (const item of [first.oceans[0], first.oceans[0].waves[0], text, film]) item.slug += '-2';
  expect((await importing(first, '', other.admin)).status).toBe(200);
  const again = (await exported(other.admin)).oceans[1].waves[0].droplets[0];
  expect(again.writing).toEqual({ kind: 'text', source });
  expect(again.mediaUrl).not.toBe(url);
});

test('a text that was changed in a file does not replace the one in the trash', async () => {
  const { url } = (await admin.post('/api/writings', { kind: 'text', source: 'As it was.' })).body;
  const droplets = [aDroplet({ mediaType: 'text', mediaUrl: url })];
  const [id = 0] = await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets })] })]);
  const file = JSON.stringify(await exported()).replace('As it was.', 'As it was changed.');
  await admin.delete(`/api/oceans/${id}`);
  expect((await importing(JSON.parse(file))).status).toBe(200);
  expect((await admin.post('/api/trash/restore', { type: 'ocean', ids: [id] })).status).toBe(200);
  const sources = (await exported()).oceans.map(
    (ocean: OceanContent) => ocean.waves[0]?.droplets[0]?.writing?.source,
  );
  expect(sources).toEqual(['As it was changed.', 'As it was.']);
});
