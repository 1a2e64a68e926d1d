import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { readCsv } from '#platform/csv/csv.ts';
import { engineOf } from '#platform/database/dialect.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { everything } from '#test/transfer-fixture.ts';
import { filesIn, newUploadFolder, openFilesIn } from '#test/upload-fixture.ts';
import { exportCatalogue } from '../../contract/transfer-endpoints.ts';
import type { OceanContent } from '../../contract/transfer-schemas.ts';
import { insertWriting } from '../writing/writings.ts';

/* Exports of a large catalogue: written to a file, page by page, then sent. */

const GB = 1024 ** 3;
const FILES = ['/api/catalogue/export', '/api/catalogue/droplets.csv'];

let api: TestApi;
let admin: SignedInClient;
let folder: string;
let removeDatabase: () => Promise<void>;
/** Called while a file is written. Returns the free bytes of its disk at that moment. */
let meanwhile: () => Promise<number>;

beforeEach(async () => {
  folder = await newUploadFolder();
  meanwhile = async () => GB;
  const { opened, remove } = await openSharedDatabase(1);
  removeDatabase = remove;
  const [database] = opened;
  if (!database) throw new Error('no database');
  api = await startTestApi({ database, uploads: { ...uploadSpace(folder), freeBytes: () => meanwhile() } });
  admin = await api.signedIn('admin');
});
afterEach(async () => {
  await api.stop();
  await removeDatabase();
});

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Lists longer than a page at each level, in the reverse order of their ids, and empty lists. */
async function fill(): Promise<OceanContent[]> {
  const droplets = (count: number) => many(count, () => aDroplet({ description: 'Some waves. '.repeat(90) }));
  const oceans = [
    ...everything(),
    anOcean({ waves: many(130, (index) => aWave({ droplets: droplets(index % 3) })) }),
    anOcean({ waves: [aWave(), aWave({ droplets: droplets(230) }), aWave({ droplets: droplets(100) })] }),
    ...many(120, () => anOcean()),
  ];
  const { db } = api.database;
  await insertOceans(db, oceans);
  for (const table of ['oceans', 'waves', 'droplets'] as const)
    await db.updateTable(table).set({ position: sql<number>`10000 - position` }).execute();
  return oceans
    .map((ocean) => ({
      ...ocean,
      waves: ocean.waves.map((wave) => ({ ...wave, droplets: wave.droplets.toReversed() })).toReversed(),
    }))
    .toReversed();
}

/** Adds texts of a hundred thousand characters, more than a connection buffers. */
async function addTexts(): Promise<void> {
  const { db } = api.database;
  const writing = { kind: 'text' as const, source: 'A text. '.repeat(12_500) };
  const urls: string[] = [];
  for (let count = 0; count < 150; count += 1) urls.push(await insertWriting(db, null, writing));
  const droplets = urls.map((mediaUrl) => aDroplet({ mediaType: 'text', mediaUrl }));
  await insertOceans(db, [anOcean({ waves: [aWave({ droplets })] })]);
}

test('a catalogue of many pages is the same JSON as one that was made whole', async () => {
  const oceans = await fill();
  const { text: json, headers } = await admin.get('/api/catalogue/export');
  expect(json === JSON.stringify(exportCatalogue.answers[200].parse({ oceans }))).toBe(true);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(json)));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('a table of many pages has the droplets of every wave in the owner’s order', async () => {
  const oceans = await fill();
  const { text: table, headers } = await admin.get('/api/catalogue/droplets.csv');
  expect(headers['content-length']).toBe(String(Buffer.byteLength(table)));
  const slugs = oceans.flatMap(({ slug: ocean, waves }) =>
    waves.flatMap(({ slug: wave, droplets }) => droplets.map(({ slug }) => `${ocean},${wave},${slug}`)),
  );
  const [heading = [], ...rows] = cellsOf(table);
  const columns = ['ocean', 'wave', 'slug'].map((name) => heading.indexOf(name));
  expect(rows.map((cells) => columns.map((column) => cells[column]).join(','))).toEqual(slugs);
  const { id } = await api.database.db
    .selectFrom('waves')
    .select('id')
    .where('slug', '=', slugs[0]?.split(',')[1] ?? '')
    .executeTakeFirstOrThrow();
  const ofOneWave = cellsOf((await admin.get(`/api/catalogue/droplets.csv?waveId=${id}`)).text);
  expect(ofOneWave.length).toBeGreaterThan(1);
  expect(ofOneWave).toEqual([heading, ...rows.slice(0, ofOneWave.length - 1)]);
});

/** The cells of a table, without its byte order mark. */
const cellsOf = (table: string) => readCsv(table.slice(1)).map(({ cells }) => cells);

test.for(FILES)('%s is of one state, although others write meanwhile', async (path) => {
  const { db } = api.database;
  await fill();
  const { text: before } = await admin.get(path);
  let writes = 0;
  meanwhile = async () => {
    writes += 1;
    await changeCatalogue(db, async (transaction) => {
      await transaction
        .updateTable('droplets')
        .set({ title: `Changed ${writes}` })
        .execute();
      await transaction.deleteFrom('oceans').where('id', '<', 100).execute();
    });
    return GB;
  };
  const { text: during } = await admin.get(path);
  expect(writes).toBeGreaterThan(1);
  expect(during === before).toBe(true);
  meanwhile = async () => GB;
  const { text: after } = await admin.get(path);
  expect(after.length).toBeLessThan(before.length);
});

test.for(FILES)('a disk without room for %s is an error before the first byte', async (path) => {
  await fill();
  meanwhile = async () => 0;
  const { status, body, headers } = await admin.get(path);
  expect([status, body]).toEqual([
    507,
    { code: 'storage-full', message: 'There is not enough space to make this file. Please try again later.' },
  ]);
  expect(headers).not.toHaveProperty('content-disposition');
  await expectNothingHeld();
  meanwhile = async () => GB;
  expect((await admin.get(path)).status).toBe(200);
});

test('a slow reader who then leaves occupies a file and no database connection', async () => {
  await addTexts();
  const { answer, leave } = await download('identity');
  expect(Number(answer.headers['content-length'])).toBeGreaterThan(15_000_000);
  await once(answer, 'readable');
  expect(await openFilesIn(folder)).toHaveLength(1);
  expect(await filesIn(folder)).toEqual([]);
  await expectDatabaseFree();
  leave();
  await expectNothingHeld();
});

test('a browser that accepts compression gets the same file', async () => {
  await addTexts();
  const { answer } = await download('br');
  expect(answer.headers['content-encoding']).toBe('br');
  const { text: whole } = await admin.get('/api/catalogue/export');
  expect((await text(answer.pipe(createBrotliDecompress()))) === whole).toBe(true);
  await expectNothingHeld();
});

test('an aborted request ends the reading for its file', async () => {
  await addTexts();
  const call = await open('identity');
  const { server } = api.app;
  let chunks = 0;
  meanwhile = async () => {
    chunks += 1;
    call.destroy();
    await vi.waitFor(async () => expect(await promisify(server.getConnections).call(server)).toBe(0));
    return GB;
  };
  await vi.waitFor(() => expect(chunks).toBe(1), { timeout: 10_000 });
  await expectNothingHeld();
  expect(chunks).toBe(1);
});

async function open(encoding: string) {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'accept-encoding': encoding };
  return get({ port, path: '/api/catalogue/export', headers }).on('error', () => {});
}

async function download(encoding: string) {
  const call = await open(encoding);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { answer, leave: () => call.destroy() };
}

async function expectNothingHeld(): Promise<void> {
  await vi.waitFor(async () => expect(await openFilesIn(folder)).toEqual([]), { timeout: 10_000 });
  expect(await filesIn(folder)).toEqual([]);
  await expectDatabaseFree();
}

/** No connection is in use, and no snapshot keeps SQLite's log from being written back. */
async function expectDatabaseFree(): Promise<void> {
  const { db, pool } = api.database;
  if (engineOf(db) === 'postgres') return expect(pool?.().inUse).toBe(0);
  const { rows } = await sql`pragma wal_checkpoint(truncate)`.execute(db);
  expect(rows).toMatchObject([{ busy: 0, log: 0 }]);
}
