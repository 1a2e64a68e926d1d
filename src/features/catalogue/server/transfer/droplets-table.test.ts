import { expect, test } from 'vitest';
import { anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { admin, api, emptySite, everything, exported, setUpEmptySite } from '#test/transfer-fixture.ts';

setUpEmptySite();

const paths = (issues: { path: string }[]) => issues.map(({ path }) => path);
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

test('droplets exported as a table and imported again are equal', async () => {
  await insertOceans(api.database.db, everything());
  const table = await admin.get('/api/catalogue/droplets.csv?waveId=1');
  expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [wave] = (await exported()).oceans[0].waves;
  expect(table.headers['content-disposition']).toBe(
    `attachment; filename="droplets.csv"; filename*=UTF-8''droplets-${encodeURIComponent(wave.slug)}.csv`,
  );
  expect(table.text).toContain("'=cmd|calc");
  const other = await emptySite();
  await insertOceans(other.site.database.db, [anOcean({ waves: [aWave()] })]);
  expect(await sendTable(table.text, { client: other.admin })).toMatchObject({
    status: 200,
    body: { droplets: 3 },
  });
  const dropletsOf = async (client: SignedInClient) => (await exported(client)).oceans[0].waves[0].droplets;
  expect(await dropletsOf(other.admin)).toEqual(await dropletsOf(admin));
});

test('the table of all droplets names the parents of each', async () => {
  await insertOceans(api.database.db, everything());
  const { text, headers } = await admin.get('/api/catalogue/droplets.csv');
  expect(headers['content-disposition']).toBe('attachment; filename="droplets.csv"');
  const oceans = (await exported()).oceans;
  expect(text.split('\r\n').at(-2)).toMatch(new RegExp(`^${oceans[0].slug},${oceans[0].waves[1].slug},`));
  expect((await admin.get('/api/catalogue/droplets.csv?waveId=987654')).status).toBe(404);
  expect((await admin.get('/api/catalogue/droplets.csv?waveId=x')).status).toBe(400);
});

test('a small table suffices, with columns in any order, and commas or semicolons', async () => {
  await someWaves();
  await sendTable(`${HEADING}\n${LINE}`);
  const table =
    'Duration;KEYWORDS;mediaurl;isPublished;title;description\n' +
    '3;"calm, sea";/media/b.mp4;yes;Second;A description of it.\n';
  expect((await sendTable(table)).body).toEqual({
    droplets: 1,
    ids: [expect.any(Number)],
    heldBack: 0,
    issues: [],
  });
  expect((await admin.get('/api/waves/1/droplets')).body).toMatchObject([
    { title: 'A title', duration: 1, mediaType: 'video', accessType: 'premium', isPublished: false },
    { title: 'Second', duration: 3, keywords: ['calm', 'sea'], isPublished: true, position: 1 },
  ]);
  expect((await admin.get('/api/audit-log')).body[0]).toMatchObject({
    action: 'imported',
    itemType: 'wave',
    itemId: '1',
    details: { droplets: 1 },
  });
});

test('a refused table names every wrong line and writes nothing', async () => {
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
    { path: 'line 3, slug', message: 'This slug appears twice in the file' },
  ]);
  expect((await admin.get('/api/waves/1/droplets')).body).toEqual([]);
});

test('a table with missing or unknown columns is refused', async () => {
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
  expect(await messages(`${HEADING},Title\n${LINE},x`)).toEqual(['line 1: The column “Title” appears twice']);
  expect(await messages(HEADING)).toEqual(['line 1: There are no rows below the header row']);
  expect(await messages(`${HEADING}\n"never ends`)).toEqual(['line 2: This quote is never closed']);
});

test('a table in UTF-16 is read; in other encodings it is refused with a helpful message', async () => {
  await someWaves();
  const table = `${HEADING}\nGröße,A description of it.,/media/a.mp4`;
  const refused = await sendTable(Buffer.from(table, 'latin1'));
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } });
  expect(refused.body.message).toContain('CSV UTF-8');
  expect((await sendTable(Buffer.from(`\uFEFF${table}`, 'utf16le'))).status).toBe(200);
  expect((await admin.get('/api/waves/1/droplets')).body[0].title).toBe('Größe');
});

test('a missing wave takes no table, and a dry run writes nothing', async () => {
  await someWaves();
  expect((await sendTable(`${HEADING}\n${LINE}`, { wave: 987654 })).status).toBe(404);
  expect((await sendTable(`${HEADING}\n${LINE}`, { query: '?dryRun=true' })).body).toMatchObject({
    droplets: 1,
  });
  expect((await admin.get('/api/waves/1/droplets')).body).toEqual([]);
  expect((await admin.post('/api/waves/1/droplets/import', { title: 'JSON' })).status).toBe(400);
});
