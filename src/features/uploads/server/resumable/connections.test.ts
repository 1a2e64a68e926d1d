import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { S3_KEYS, type S3Peer, startS3Peer } from '#test/peers/s3-peer.ts';
import { type SignedInClient, startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { append, begun, cancel, finish, offsetOf } from '#test/tus/resumable-fixture.ts';
import { filesIn, newUploadFolder } from '#test/upload-fixture.ts';
import { PART_BYTES } from '../../shared/part-bytes.ts';
import { uploadSpace } from '../upload-space.ts';

/* Parts sent over real connections, and stored in a bucket that two machines share. */

const MB = 1024 * 1024;
const PATIENCE = { timeout: 10_000 };

let peer: S3Peer;
let first: TestApi;
let second: TestApi;
let admin: SignedInClient;
let folders: string[];
let port: number;

beforeAll(async () => {
  peer = await startS3Peer();
  folders = [await newUploadFolder(), await newUploadFolder()];
  const [here, there] = folders.map((folder) => uploadSpace(folder, { ...S3_KEYS, endpoint: peer.endpoint }));
  first = await startTestApi({ ...(here && { uploads: here }) });
  second = await startTestApi({ ...(there && { uploads: there }), database: first.database });
  admin = await first.signedIn('admin');
  await first.app.listen({ port: 0, host: '127.0.0.1' });
  port = (first.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await second.app.close();
  await first.stop();
  await peer.stop();
});

const cookiesOf = (client: TestClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Opens a request for a part whose bytes the test sends. */
async function openPart(address: string, offset: number, length: number) {
  const { body } = await admin.get('/api/csrf-token');
  const call = request({
    port,
    method: 'PATCH',
    path: address,
    headers: {
      cookie: cookiesOf(admin),
      'csrf-token': body.csrfToken,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
      'upload-offset': offset,
    },
  });
  call.on('error', () => {});
  return call;
}

const received = async (client: TestClient, address: string) =>
  Number((await offsetOf(client, address)).headers['upload-offset']);
const incoming = async () => (await Promise.all(folders.map(filesIn))).flat();

test('bytes that came before a connection broke are kept, and another machine goes on', async () => {
  const file = Buffer.concat([anMp4('a film'), Buffer.alloc(10 * MB)]);
  const address = await begun(admin, 'video', file.length);
  const call = await openPart(address, 0, file.length);
  call.write(file.subarray(0, 9 * MB));
  await vi.waitFor(async () => expect(await received(admin, address)).toBe(PART_BYTES), PATIENCE);
  // The rest of the nine megabytes has arrived too.
  await vi.waitFor(async () => expect((await incoming()).length).toBe(1), PATIENCE);
  call.destroy();
  await vi.waitFor(async () => expect(await received(admin, address)).toBeGreaterThan(PART_BYTES), PATIENCE);
  const there = admin.at(second);
  const offset = await received(there, address);
  expect((await append(there, address, offset, file.subarray(offset))).status).toBe(204);
  const answer = await finish(there, address);
  expect([answer.status, answer.body.bytes]).toEqual([201, file.length]);
  expect([...peer.objects.keys()].filter((key) => key.endsWith('.part'))).toEqual([]);
  expect(await incoming()).toEqual([]);
});

test('a refused part does not end the connection', async () => {
  const address = await begun(admin, 'video', 20 * MB);
  const call = await openPart(address, 5, 2 * MB);
  const answer = once(call, 'response');
  call.end(Buffer.alloc(2 * MB));
  const [response] = await answer;
  const text = Buffer.concat(await response.toArray()).toString();
  expect([response.statusCode, JSON.parse(text).code]).toEqual([409, 'wrong-offset']);
  expect(response.headers.connection).not.toBe('close');
  await cancel(admin, address);
});

test('a canceled upload leaves nothing in the bucket', async () => {
  const address = await begun(admin, 'video', 20 * MB);
  await append(admin, address, 0, Buffer.alloc(MB));
  expect([...peer.objects.keys()].filter((key) => key.endsWith('.part'))).toHaveLength(1);
  expect((await cancel(admin.at(second), address)).status).toBe(204);
  expect([...peer.objects.keys()].filter((key) => key.endsWith('.part'))).toEqual([]);
});
