import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#platform/text/time-units.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { S3_KEYS, type S3Peer, startS3Peer } from '#test/peers/s3-peer.ts';
import { type SignedInClient, startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { append, begun, cancel, finish, offsetOf } from '#test/tus/resumable-fixture.ts';
import { newUploadFolder } from '#test/upload-fixture.ts';
import type { DirectPart } from '../../../contract/resumable-endpoints.ts';
import { PART_BYTES } from '../../../shared/part-bytes.ts';
import { uploadSpace } from '../../upload-space.ts';
import { sweepResumable } from '../sweep-resumable.ts';

/* Parts that a browser sends directly to the store, with two nodes. */

const MB = 1024 * 1024;

let peer: S3Peer;
let api: TestApi;
let second: TestApi;
let admin: SignedInClient;
const log: string[] = [];

const space = async () =>
  uploadSpace(await newUploadFolder(), {
    ...S3_KEYS,
    endpoint: peer.endpoint,
    publicEndpoint: peer.endpoint,
    directUploads: true,
  });

beforeAll(async () => {
  peer = await startS3Peer();
  api = await startTestApi({
    uploads: await space(),
    logLevel: 'debug',
    printLog: (line) => log.push(line),
  });
  second = await startTestApi({ uploads: await space(), database: api.database });
  admin = await api.signedIn('admin');
});
beforeEach(async () => {
  peer.objects.clear();
  for (const table of ['resumable_uploads', 'resumable_parts'] as const)
    await api.database.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await second.app.close();
  await api.stop();
  await peer.stop();
});

const post = (client: TestClient, path: string, body?: object) => client.post(path, body);
const ask = (client: TestClient, address: string) => post(client, `${address}/direct-parts`);
const report = (client: TestClient, address: string, name: string, status = 200) =>
  post(client, `${address}/direct-parts/${name}`, { status });

/** Asks for the next part of an upload. */
async function next(address: string, client: TestClient = admin): Promise<DirectPart> {
  const { status, body } = await ask(client, address);
  expect([status, body.part], JSON.stringify(body)).toEqual([200, expect.anything()]);
  return body.part;
}

/** Sends bytes to the store, as a browser does. */
async function put(part: DirectPart, bytes: Uint8Array, headers: Record<string, string> = {}) {
  const answer = await fetch(part.address, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': part.contentType, ...headers },
  });
  await answer.body?.cancel();
  return answer.status;
}

const partOf = (file: Buffer, { offset, bytes }: DirectPart) => file.subarray(offset, offset + bytes);
const parts = () => [...peer.objects.keys()].filter((key) => key.endsWith('.part'));
const rows = () => api.database.db.selectFrom('resumable_parts').selectAll().execute();
const received = async (address: string) => Number((await offsetOf(admin, address)).headers['upload-offset']);
const sweepAt = async (later: number) => sweepResumable(api.database.db, await space(), Date.now() + later);

let films = 0;
/** Makes a film that is longer than its first part, with unique content. */
function film(): Buffer {
  films += 1;
  return anMp4(`straight to the store ${films} `.repeat(10_000));
}

test('a file goes to the store in parts, each confirmed by the store, and becomes an upload', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const head = await offsetOf(admin, address);
  expect(head.headers['x-direct-parts']).toBe('1');
  const first = await next(address);
  expect([first.offset, first.bytes]).toEqual([0, PART_BYTES]);
  expect(new URL(first.address).searchParams.get('X-Amz-Expires')).toBe('3600');
  expect(await put(first, partOf(file, first))).toBe(200);
  // The offset stays 0 until the browser reports the part.
  expect(await received(address)).toBe(0);
  const { status, body } = await report(admin, address, first.name);
  expect([status, body.part.offset, body.part.bytes]).toEqual([200, PART_BYTES, file.length - PART_BYTES]);
  expect(await put(body.part, partOf(file, body.part))).toBe(200);
  const last = await report(admin, address, body.part.name);
  expect([last.status, last.body]).toEqual([200, { part: null }]);
  const answer = await finish(admin, address);
  expect([answer.status, answer.body.bytes]).toEqual([201, file.length]);
  const stored = peer.objects.get(`uploads/${answer.body.url.slice('/media/u/'.length)}`);
  expect(stored?.body.equals(file)).toBe(true);
  expect(parts()).toEqual([]);
});

test('another node goes on, and parts sent through a node stand among the others', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const there = admin.at(second);
  const first = await next(address);
  await put(first, partOf(file, first));
  await report(there, address, first.name);
  const by = await append(there, address, PART_BYTES, file.subarray(PART_BYTES, PART_BYTES + 2 * MB));
  expect(by.status).toBe(204);
  for (let part: DirectPart | null = await next(address, there); part !== null; ) {
    await put(part, partOf(file, part));
    part = (await report(admin, address, part.name)).body.part;
  }
  const answer = await finish(there, address);
  expect([answer.status, answer.body.bytes]).toEqual([201, file.length]);
  const stored = peer.objects.get(`uploads/${answer.body.url.slice('/media/u/'.length)}`);
  expect(stored?.body.equals(file)).toBe(true);
});

test('the store refuses a part of another size, type or name, and nobody believes the browser', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const part = await next(address);
  const bytes = partOf(file, part);
  expect(await put(part, bytes.subarray(1))).toBe(403);
  expect(await put(part, Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(403);
  expect(await put(part, bytes, { 'content-type': 'text/html' })).toBe(403);
  const forged = part.address.replace(part.name, `${'b'.repeat(32)}.part`);
  expect(await put({ ...part, address: forged }, bytes)).toBe(403);
  expect(await put({ ...part, address: part.address.replace('Expires=3600', 'Expires=9999') }, bytes)).toBe(
    403,
  );
  const answer = await report(admin, address, part.name, 403);
  expect([answer.status, answer.body.code]).toEqual([409, 'part-missing']);
  expect(log.join('\n')).toMatch(/a browser could not send a part to the store .*status=403/);
  expect(await received(address)).toBe(0);
});

test('a part that the store has in another size is deleted', async () => {
  const address = await begun(admin, 'video', PART_BYTES);
  const { name } = await next(address);
  peer.objects.set(`uploads/${name}`, { body: Buffer.alloc(9), contentType: '' });
  expect((await report(admin, address, name)).body.code).toBe('part-missing');
  expect(parts()).toEqual([]);
  expect((await finish(admin, address)).body.code).toBe('upload-incomplete');
});

test('of parts for one offset one wins, and a repeated report changes nothing', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const part = await next(address);
  // A retry gets the same name, so failed attempts leave no objects behind.
  expect((await next(address)).name).toBe(part.name);
  await put(part, partOf(file, part));
  const answers = await Promise.all([1, 2, 3].map(() => report(admin, address, part.name)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await received(address)).toBe(PART_BYTES);
  expect(parts()).toHaveLength(1);
  peer.fail(503);
  expect((await report(admin, address, part.name)).status).toBe(200);
  peer.fail(0, 0);

  const late = await next(address);
  await append(admin, address, PART_BYTES, file.subarray(PART_BYTES, PART_BYTES + 10));
  await put(late, partOf(file, late));
  const refused = await report(admin, address, late.name);
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong-offset']);
  expect(await received(address)).toBe(PART_BYTES + 10);
  expect(peer.objects.has(`uploads/${late.name}`)).toBe(false);
});

test('an upload of somebody else, an unknown one and an unknown part are refused', async () => {
  const other = await api.signedIn('editor');
  const address = await begun(admin, 'video', PART_BYTES);
  const part = await next(address);
  await put(part, Buffer.alloc(PART_BYTES));
  const nobodys = `/api/resumable-uploads/${'0'.repeat(32)}`;
  for (const answer of [
    await ask(other, address),
    await report(other, address, part.name),
    await ask(admin, nobodys),
    await report(admin, nobodys, part.name),
  ])
    expect([answer.status, answer.body.code]).toEqual([410, 'upload-expired']);
  const mine = await begun(other, 'video', PART_BYTES);
  expect((await report(other, mine, part.name)).body.code).toBe('wrong-offset');
  expect((await report(admin, address, '..%2fa.mp4')).status).toBe(404);
  expect(await received(address)).toBe(0);
});

test('a part that arrives after the upload was canceled is swept when its address has expired', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const first = await next(address);
  await put(first, partOf(file, first));
  const { part } = (await report(admin, address, first.name)).body;
  expect((await cancel(admin, address)).status).toBe(204);
  expect(parts()).toEqual([]);
  // Both addresses are still valid.
  await put(first, partOf(file, first));
  await put(part, partOf(file, part));
  expect((await report(admin, address, part.name)).status).toBe(410);
  await sweepAt(1.9 * HOUR);
  expect(parts()).toHaveLength(2);
  await sweepAt(2.1 * HOUR);
  expect([parts(), await rows()]).toEqual([[], []]);
});

test('a part that arrives after the file was finished is swept too', async () => {
  const file = anMp4('finished');
  const address = await begun(admin, 'video', file.length);
  const part = await next(address);
  await put(part, file);
  await report(admin, address, part.name);
  expect((await finish(admin, address)).status).toBeLessThan(300);
  await put(part, file);
  expect((await report(admin, address, part.name)).body.code).toBe('wrong-offset');
  await put(part, file);
  await sweepAt(2.1 * HOUR);
  expect([parts(), await rows()]).toEqual([[], []]);
});

test('the sweep keeps what an upload is made of, and deletes announced parts that never came', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const first = await next(address);
  await put(first, partOf(file, first));
  const { part } = (await report(admin, address, first.name)).body;
  await put(part, partOf(file, part));
  await sweepAt(1.9 * HOUR);
  expect(parts()).toHaveLength(2);
  await sweepAt(2.1 * HOUR);
  expect(parts()).toEqual([`uploads/${first.name}`]);
  expect((await report(admin, address, part.name)).body.code).toBe('wrong-offset');
  const again = await next(address);
  await put(again, partOf(file, again));
  expect((await report(admin, address, again.name)).status).toBe(200);
  expect((await finish(admin, address)).status).toBe(201);
});

test('an expired address and an expired upload take nothing more', async () => {
  const address = await begun(admin, 'video', PART_BYTES);
  const part = await next(address);
  await put(part, Buffer.alloc(PART_BYTES));
  await api.database.db.updateTable('resumable_parts').set({ address_expires_at: Date.now() }).execute();
  expect((await report(admin, address, part.name)).body.code).toBe('wrong-offset');
  await api.database.db.updateTable('resumable_uploads').set({ active_at: 0 }).execute();
  for (const answer of [await ask(admin, address), await report(admin, address, part.name)])
    expect(answer.status).toBe(410);
});

test('a store that does not answer is a failure of the store, and the part is reported again', async () => {
  const address = await begun(admin, 'video', PART_BYTES);
  const part = await next(address);
  await put(part, Buffer.alloc(PART_BYTES));
  peer.fail(503, 3);
  expect((await report(admin, address, part.name)).body.code).toBe('files-unavailable');
  expect((await report(admin, address, part.name)).status).toBe(200);
});

test('pages may send to the store, and no signature is in the log', async () => {
  const { headers } = await api.visitor().get('/api/oceans');
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toContain(`connect-src 'self' ${peer.endpoint}/${S3_KEYS.bucket}/uploads/`);
  await next(await begun(admin, 'video', PART_BYTES));
  const text = log.join('\n');
  expect(text).toContain('/direct-parts');
  expect(text).not.toMatch(/X-Amz|Signature=/i);
});
