import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { insertOceans } from './insert-oceans.ts';

const DEMO = join(import.meta.dirname, '../../../../demo/catalogue.json');

let api: TestApi;
let admin: SignedInClient;
const open: TestApi[] = [];

async function emptySite() {
  const site = await startTestApi();
  open.push(site);
  return { site, admin: await site.signedIn('admin') };
}
beforeEach(async () => {
  const made = await emptySite();
  api = made.site;
  admin = made.admin;
});
afterEach(async () => {
  for (const site of open.splice(0)) await site.stop();
});

const RESOURCE = { title: 'Sheet, "one"', url: '/media/a.txt', type: 'document', duration: 3, size: '1 KB' };

/** Drafts, samples, premium, every script, formulas and line breaks. */
const everything = () => [
  anOcean({
    title: 'Größe, "quoted"',
    mediaType: 'video',
    mediaUrl: '/media/intro.mp4',
    captionsUrl: '/media/intro.vtt',
    imageUrl: 'https://pictures.example/a.jpg',
    accessType: 'premium',
    isPublished: false,
    keywords: ['calm', 'slow, breath'.replace(',', '')],
    additionalResources: [RESOURCE],
    waves: [
      aWave({
        duration: 45,
        isSample: true,
        droplets: [
          aDroplet({
            title: '=cmd|calc',
            description: 'Line one\nline two, with "quotes" and a ; too',
            keywords: ['-minus', '静か'],
            additionalResources: [RESOURCE, { ...RESOURCE, duration: null, size: null }],
            isSample: true,
            accessType: 'premium',
            imageUrl: '/media/a.webp',
            captionsUrl: '/media/a.vtt',
            mediaType: 'audio',
            duration: 4,
          }),
          aDroplet({ title: '<script>alert(1)</script>', isPublished: false, mediaType: 'text' }),
          aDroplet({ title: "'quoted" }),
        ],
      }),
      aWave({ isPublished: false, droplets: [aDroplet({ slug: '静かな-水' })] }),
    ],
  }),
  anOcean(),
];

const exported = async (client = admin) => (await client.get('/api/catalogue/export')).body;
const importing = (body: unknown, query = '', client = admin) =>
  client.change('POST', `/api/catalogue/import${query}`, body);
const paths = (issues: { path: string }[]) => issues.map(({ path }) => path);

test('export, import into an empty site, export: the same catalogue', async () => {
  await insertOceans(api.database.db, everything());
  const first = await admin.get('/api/catalogue/export');
  expect(first.headers['content-disposition']).toBe('attachment; filename="catalogue.json"');
  const other = await emptySite();
  const answer = await importing(first.body, '', other.admin);
  expect(answer).toMatchObject({ status: 200, body: { oceans: 2, waves: 2, droplets: 4 } });
  expect(await exported(other.admin)).toEqual(first.body);
  // Not only the rows: search, keywords and own files too.
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
  expect((await other.admin.get('/api/trail')).body).toMatchObject([
    { action: 'imported', itemType: 'catalogue', details: { oceans: 2, waves: 2, droplets: 4 } },
  ]);
});

test('the demo catalogue can be imported as it stands', async () => {
  const demo = JSON.parse(await readFile(DEMO, 'utf8'));
  expect((await importing(demo)).status).toBe(200);
  // A field that is newer than the file has its default.
  expect(await exported()).toMatchObject(demo);
});

test('an import comes after what is there, and makes the slugs that are not given', async () => {
  await insertOceans(api.database.db, [anOcean({ title: 'Shore', slug: 'shore' })]);
  const text = { title: 'Shore', description: 'As short as can be.' };
  const droplet = { ...text, mediaUrl: 'https://video.example/a.mp4' };
  const body = {
    oceans: [
      { ...text, waves: [{ ...text, droplets: [droplet, droplet] }] },
      { ...text, slug: 'shore-2' },
    ],
  };
  expect((await importing(body)).body).toEqual({ oceans: 2, waves: 1, droplets: 2 });
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

test('everything that is wrong is named by its path, and nothing is written', async () => {
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

test('slugs that are taken or stand twice are named, and nothing is written', async () => {
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
    { path: 'oceans.2.slug', message: 'This slug stands in the file twice' },
    { path: 'oceans.1.waves.0.droplets.1.slug', message: 'This slug is already taken' },
    { path: 'oceans.1.waves.0.droplets.2.slug', message: 'This slug stands in the file twice' },
  ]);
  expect(await exported()).toEqual(before);
});

test('a check alone writes nothing', async () => {
  expect((await importing({ oceans: everything() }, '?dryRun=true')).body).toEqual({
    oceans: 2,
    waves: 2,
    droplets: 4,
  });
  expect(await exported()).toEqual({ oceans: [] });
  expect((await admin.get('/api/trail')).body).toEqual([]);
});

test('what is no catalogue at all is refused with words', async () => {
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
  expect(word.body.message).toBe('Nothing was imported: this file is not valid JSON.');
  expect(word.body.issues[0].message).toMatch(/^It is not valid JSON near “[^”]*}[^”]*”$/);
  expect((await send('{"oceans":[')).body.issues).toEqual([
    { path: 'file', message: 'It is not valid JSON at its end: it may have been cut off' },
  ]);
  expect((await send('')).status).toBe(400);
  expect((await send(Buffer.from('{"oceans":[],"x":"Größe"}', 'latin1'))).body.message).toContain(
    'not in UTF-8',
  );
  expect((await send('<html>', 'text/html')).status).toBe(415);
  expect((await send('{"__proto__":{"oceans":[]}}')).status).toBe(400);
});

test('a large file comes in, a huge one does not, and from a stranger none is read', async () => {
  const droplets = Array.from({ length: 3000 }, (_, n) =>
    aDroplet({ slug: `d-${n}`, description: 'x'.repeat(400) }),
  );
  const body = { oceans: [anOcean({ waves: [aWave({ droplets })] })] };
  expect(JSON.stringify(body).length).toBeGreaterThan(1_500_000);
  expect((await importing(body)).body).toEqual({ oceans: 1, waves: 1, droplets: 3000 });
  const huge = `{"oceans":[],"x":"${'x'.repeat(20 * 1024 * 1024)}"}`;
  const { body: token } = await admin.get('/api/csrf-token');
  const headers = { 'csrf-token': token.csrfToken, 'content-type': 'application/json' };
  expect((await admin.send('POST', '/api/catalogue/import', huge, headers)).status).toBe(413);
  const stranger = await api.signedIn('subscriber');
  expect((await stranger.send('POST', '/api/catalogue/import', huge, headers)).status).toBe(403);
  expect((await api.visitor().send('POST', '/api/catalogue/import', huge, headers)).status).toBe(401);
  // Everywhere else the limit is as it was.
  expect((await admin.send('POST', '/api/oceans', JSON.stringify(body), headers)).status).toBe(413);
});

test('a file with more items than can be checked is refused at once, however small each is', async () => {
  const refused = await importing({ oceans: Array(500_000).fill({}) });
  expect(refused.status).toBe(400);
  expect(refused.body.issues).toEqual([
    { path: 'file', message: 'This file holds more than 100,000 items. Please split it.' },
  ]);
  const nested = Array(400).fill({ waves: Array(400).fill({}) });
  expect((await importing({ oceans: nested })).body.issues).toHaveLength(1);
});

const HEADING = 'title,description,mediaUrl';
const LINE = 'A title,A description of it.,/media/a.mp4';

async function sendTable(table: string | Buffer, { wave = 1, query = '', client = admin } = {}) {
  const { body: token } = await client.get('/api/csrf-token');
  return client.send('POST', `/api/waves/${wave}/droplets/import${query}`, table, {
    'csrf-token': token.csrfToken,
    'content-type': 'text/csv',
  });
}
const someWaves = () => insertOceans(api.database.db, [anOcean({ waves: [aWave(), aWave()] })]);

test('droplets out as a table and in again are the same', async () => {
  await insertOceans(api.database.db, everything());
  const table = await admin.get('/api/catalogue/droplets.csv?waveId=1');
  expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(table.headers['content-disposition']).toBe('attachment; filename="droplets.csv"');
  expect(table.text).toContain("'=cmd|calc");
  const other = await emptySite();
  await insertOceans(other.site.database.db, [anOcean({ waves: [aWave()] })]);
  expect(await sendTable(table.text, { client: other.admin })).toMatchObject({
    status: 200,
    body: { droplets: 3 },
  });
  const wave = async (client: SignedInClient) => (await exported(client)).oceans[0].waves[0].droplets;
  expect(await wave(other.admin)).toEqual(await wave(admin));
});

test('the table of all droplets says where each lies', async () => {
  await insertOceans(api.database.db, everything());
  const { text } = await admin.get('/api/catalogue/droplets.csv');
  const oceans = (await exported()).oceans;
  expect(text.split('\r\n').at(-2)).toMatch(new RegExp(`^${oceans[0].slug},${oceans[0].waves[1].slug},`));
  expect((await admin.get('/api/catalogue/droplets.csv?waveId=987654')).status).toBe(404);
  expect((await admin.get('/api/catalogue/droplets.csv?waveId=x')).status).toBe(400);
});

test('a small table is enough, in any order of columns, with commas or semicolons; new droplets come last', async () => {
  await someWaves();
  await sendTable(`${HEADING}\n${LINE}`);
  const table =
    'Duration;KEYWORDS;mediaurl;isPublished;title;description\n3;"calm, sea";/media/b.mp4;yes;Second;A description of it.\n';
  expect((await sendTable(table)).body).toEqual({ droplets: 1 });
  expect((await admin.get('/api/waves/1/droplets')).body).toMatchObject([
    { title: 'A title', duration: 1, mediaType: 'video', accessType: 'premium', isPublished: false },
    { title: 'Second', duration: 3, keywords: ['calm', 'sea'], isPublished: true, position: 1 },
  ]);
  expect((await admin.get('/api/trail')).body[0]).toMatchObject({
    action: 'imported',
    itemType: 'wave',
    itemId: '1',
    details: { droplets: 1 },
  });
});

test('every line that is wrong is named, and none is written', async () => {
  await someWaves();
  const table = [
    `${HEADING},duration,isSample,accessType,keywords,additionalResources,slug`,
    `${LINE},1,true,free,"a,b",,good`,
    'ab,short,javascript:x,0,maybe,gold,,nonsense,Not A Slug',
    '"two\nlines",A description of it.,/media/a,1.5,,,,,',
    `${LINE},1,,,,,good`,
    `${LINE},1,,,,,,too,many`,
  ].join('\n');
  const { status, body } = await sendTable(table);
  expect(status).toBe(400);
  expect(paths(body.issues)).toEqual([
    'line 3, title',
    'line 3, description',
    'line 3, accessType',
    'line 3, slug',
    'line 3, additionalResources',
    'line 3, mediaUrl',
    'line 3, duration',
    'line 3, isSample',
    'line 4, duration',
    'line 7',
  ]);
  expect(body.issues[0].message).toBe('Title must be at least 3 characters');
  expect(body.message).toBe('Nothing was imported. line 3, title: Title must be at least 3 characters');
  const twice = await sendTable(`${HEADING},slug\n${LINE},same\n${LINE},same`);
  expect(twice.body.issues).toEqual([
    { path: 'line 3, slug', message: 'This slug stands in the file twice' },
  ]);
  expect((await admin.get('/api/waves/1/droplets')).body).toEqual([]);
});

test('a table without the columns it needs, or with others, is refused', async () => {
  await someWaves();
  const messages = async (table: string) =>
    (await sendTable(table)).body.issues.map(
      ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
    );
  expect(await messages('')).toContain('line 1: The column “title” is missing');
  expect(await messages('title,descripton\na,b')).toEqual([
    'line 1: Unknown column “descripton”',
    'line 1: The column “description” is missing',
    'line 1: The column “mediaUrl” is missing',
  ]);
  expect(await messages(`${HEADING},Title\n${LINE},x`)).toEqual(['line 1: The column “Title” stands twice']);
  expect(await messages(HEADING)).toEqual(['line 1: There is no line below the heading']);
  expect(await messages(`${HEADING}\n"never ends`)).toEqual(['line 2: A quote begins here and never ends']);
});

test('a table in another encoding is refused with words that help, one in UTF-16 is read', async () => {
  await someWaves();
  const table = `${HEADING}\nGröße,A description of it.,/media/a.mp4`;
  const refused = await sendTable(Buffer.from(table, 'latin1'));
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } });
  expect(refused.body.message).toContain('CSV UTF-8');
  expect((await sendTable(Buffer.from(`\uFEFF${table}`, 'utf16le'))).status).toBe(200);
  expect((await admin.get('/api/waves/1/droplets')).body[0].title).toBe('Größe');
});

test('a wave that is not there takes no table, and a check writes nothing', async () => {
  await someWaves();
  expect((await sendTable(`${HEADING}\n${LINE}`, { wave: 987654 })).status).toBe(404);
  expect((await sendTable(`${HEADING}\n${LINE}`, { query: '?dryRun=true' })).body).toEqual({ droplets: 1 });
  expect((await admin.get('/api/waves/1/droplets')).body).toEqual([]);
  expect((await admin.post('/api/waves/1/droplets/import', { title: 'JSON' })).status).toBe(400);
});
