import { beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { Answer, SignedInClient } from '#test/test-api.ts';
import { append, begin, begun, cancel, finish, inParts, offsetOf } from '#test/tus/resumable-fixture.ts';
import { aPicture, captions, filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';
import { sweepResumable } from './sweep-resumable.ts';

/* Files that arrive in parts (tus 1.0). */

const GB = 1024 ** 3;

let admin: SignedInClient;

const folder = await newUploadFolder();
const space = uploadSpace(folder);
const api = setUpApi({ uploads: space });
beforeAll(async () => {
  admin = await api.signedIn('admin');
});

const film = () => anMp4(`a film ${Math.random()}`);
const parts = async () => (await filesIn(folder)).filter((name) => name.endsWith('.part'));
const ageBy = (ms: number) =>
  api.database.db
    .updateTable('resumable_uploads')
    .set(({ eb }) => ({ active_at: eb('active_at', '-', ms) }))
    .execute();

test('a file in parts becomes the upload that it would be in one piece', async () => {
  const file = film();
  const { answer } = await inParts(admin, 'video', file, 1000, 'Döse 静か.mp4');
  expect(answer.status, answer.text).toBe(201);
  const { body } = answer;
  expect([body.bytes, body.kind, body.originalName]).toEqual([file.length, 'video', 'Döse 静か.mp4']);
  const again = await upload(admin, 'video', file);
  expect([again.status, again.body.url]).toEqual([200, body.url]);
  expect(await parts()).toEqual([]);
});

test('the offset is what has arrived, and only a part from there is taken', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const head = await offsetOf(admin, address);
  expect([head.status, head.headers['upload-offset'], head.headers['cache-control']]).toEqual([
    200,
    '0',
    'no-store',
  ]);
  expect((await append(admin, address, 0, file.subarray(0, 700))).headers['upload-offset']).toBe('700');
  for (const offset of [0, 699, 701, 5000]) {
    const wrong = await append(admin, address, offset, file.subarray(offset, offset + 10));
    expect([wrong.status, wrong.body.code]).toEqual([409, 'wrong-offset']);
  }
  const there = await offsetOf(admin, address);
  expect([there.headers['upload-offset'], there.headers['upload-length']]).toEqual([
    '700',
    String(file.length),
  ]);
  const early = await finish(admin, address);
  expect([early.status, early.body.code]).toEqual([409, 'upload-incomplete']);
  expect((await append(admin, address, 700, file.subarray(700))).status).toBe(204);
  expect((await finish(admin, address)).status).toBe(201);
});

test('of two parts for the same offset one is taken, and the file stays whole', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  const answers = await Promise.all(
    [600, 900, 300].map((end) => append(admin, address, 0, file.subarray(0, end))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  expect(await parts()).toHaveLength(1);
  const offset = Number((await offsetOf(admin, address)).headers['upload-offset']);
  await append(admin, address, offset, file.subarray(offset));
  const answer = await finish(admin, address);
  expect([answer.status, answer.body.bytes]).toEqual([201, file.length]);
  expect(await parts()).toEqual([]);
});

test('a part beyond the end is refused', async () => {
  const address = await begun(admin, 'captions', 10);
  const { status, body } = await append(admin, address, 0, Buffer.alloc(11));
  expect([status, body.message]).toEqual([413, expect.stringContaining('More arrived than')]);
  expect((await offsetOf(admin, address)).headers['upload-offset']).toBe('0');
});

test('a file is finished once, however often and by however many calls', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file);
  const answers = await Promise.all([1, 2, 3].map(() => finish(admin, address)));
  const done = answers.filter(({ status }) => status < 300);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, headers } of answers)
    if (status >= 300) expect([status, headers['retry-after']]).toEqual([409, '2']);
  const again = await finish(admin, address);
  expect([again.status, again.body.url]).toEqual([200, done[0]?.body.url]);
});

test('a node whose lease ended while it read the parts finds the upload that another one made', async () => {
  const file = captions('Breathe twice.');
  const address = await begun(admin, 'captions', file.length);
  await append(admin, address, 0, file);
  const read = space.store.read;
  const answers: Answer[] = [];
  space.store.read = async (...of) => {
    space.store.read = read;
    await api.database.db.deleteFrom('leases').execute();
    answers.push(await finish(admin, address));
    return read(...of);
  };
  for (let time = 0; time < 2; time += 1) answers.push(await finish(admin, address));
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
});

test('a file that cannot be used is refused with its reason, twice, and leaves nothing', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const { address, answer } = await inParts(admin, 'image', page, 20, 'sea.png');
  expect([answer.status, answer.body.code]).toEqual([400, 'file-refused']);
  expect(answer.body.message).toContain('its content is a web page');
  expect((await finish(admin, address)).body.message).toBe(answer.body.message);
  expect(await parts()).toEqual([]);
  const { body } = await admin.get('/api/resumable-uploads');
  expect(body.filter(({ name }: { name: string }) => name === 'sea.png')).toEqual([]);
});

test('a canceled upload is gone with its parts', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file.subarray(0, 500));
  expect(await parts()).toHaveLength(1);
  expect((await cancel(admin, address)).status).toBe(204);
  expect(await parts()).toEqual([]);
  for (const answer of [await offsetOf(admin, address), await cancel(admin, address)])
    expect(answer.status).toBe(410);
  const more = await append(admin, address, 500, file.subarray(500));
  expect([more.status, more.body.code]).toEqual([410, 'upload-expired']);
  expect((await finish(admin, address)).status).toBe(410);
});

test('an upload without a new part for a day has expired, and the sweep deletes it', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file.subarray(0, 500));
  const expires = (await append(admin, address, 500, file.subarray(500, 600))).headers['upload-expires'];
  const inADay = Date.parse(String(expires)) - Date.now();
  expect(Math.abs(inADay - DAY)).toBeLessThan(60_000);
  await ageBy(DAY - MINUTE);
  await sweepResumable(api.database.db, uploadSpace(folder));
  expect((await offsetOf(admin, address)).status).toBe(200);
  await ageBy(2 * MINUTE);
  expect((await offsetOf(admin, address)).status).toBe(410);
  const late = await append(admin, address, 600, file.subarray(600));
  expect([late.status, late.body.code]).toEqual([410, 'upload-expired']);
  expect(late.body.message).toBe('This upload has expired or was canceled. Choose the file again.');
  expect((await admin.get('/api/resumable-uploads')).body).toEqual([]);
  await sweepResumable(api.database.db, uploadSpace(folder));
  expect(await parts()).toEqual([]);
  expect(await api.database.db.selectFrom('resumable_uploads').selectAll().execute()).toEqual([]);
});

test('parts that a crash left behind are swept', async () => {
  const file = film();
  const address = await begun(admin, 'video', file.length);
  await append(admin, address, 0, file.subarray(0, 500));
  const token = address.split('/').at(-1) as string;
  await api.database.db.deleteFrom('resumable_uploads').where('token', '=', token).execute();
  expect(await parts()).toHaveLength(1);
  await sweepResumable(api.database.db, uploadSpace(folder));
  expect(await parts()).toEqual([]);
});

test('an administrator sees and continues their own uploads only', async () => {
  const other = await api.signedIn('admin');
  const address = await begun(admin, 'captions', 100, 'mine.vtt');
  await append(admin, address, 0, Buffer.alloc(40, 'a'));
  const [mine] = (await admin.get('/api/resumable-uploads')).body;
  expect(mine).toMatchObject({
    name: 'mine.vtt',
    kind: 'captions',
    modified: 1750000000000,
    bytes: 100,
    received: 40,
    upload: null,
  });
  expect((await other.get('/api/resumable-uploads')).body).toEqual([]);
  for (const answer of [
    await offsetOf(other, address),
    await append(other, address, 40, Buffer.alloc(60)),
    await cancel(other, address),
    await finish(other, address),
  ])
    expect(answer.status).toBe(410);
  expect((await offsetOf(admin, address)).headers['upload-offset']).toBe('40');
});

test('a file that was finished today is listed with its upload', async () => {
  const { answer } = await inParts(admin, 'image', await aPicture(30, 20), 100, 'sea.png');
  const [listed] = (await admin.get('/api/resumable-uploads')).body;
  expect(listed.upload).toEqual(answer.body);
});

test('a request that breaks the protocol is refused and leaves nothing', async () => {
  const file = captions();
  const refusals: [number, string, Record<string, string>][] = [
    [412, 'wrong-protocol', { 'tus-resumable': '' }],
    [400, 'malformed-request', { 'upload-length': 'ten' }],
    [400, 'malformed-request', { 'upload-length': '-1' }],
    [400, 'malformed-request', { 'upload-defer-length': '1' }],
    [400, 'malformed-request', { 'upload-metadata': 'filename !!!' }],
    [400, 'malformed-request', { 'upload-metadata': `filename ${'A'.repeat(4000)}` }],
  ];
  const count = async () =>
    (await api.database.db.selectFrom('resumable_uploads').select('id').execute()).length;
  const before = await count();
  for (const [status, code, headers] of refusals) {
    const answer = await begin(admin, 'captions', file.length, 'a.vtt', headers);
    expect([answer.status, answer.body.code], JSON.stringify(headers)).toEqual([status, code]);
  }
  expect(await count()).toBe(before);
  const address = await begun(admin, 'captions', file.length);
  const untyped = await append(admin, address, 0, file, { 'content-type': 'application/json' });
  expect(untyped.status).toBe(400);
  expect((await append(admin, address, 0, file, { 'upload-offset': 'x' })).status).toBe(400);
  expect((await admin.get('/api/resumable-uploads/..%2f..%2fsecret')).status).toBe(404);
});

test('a file above its limit is refused before a byte is sent', async () => {
  const answer = await begin(admin, 'video', 5 * GB, 'long.mov');
  const message = 'This video is too large: at most 2 GB. Choose a shorter one, or cut it into parts.';
  expect([answer.status, answer.body.message]).toEqual([413, message]);
  expect((await begin(admin, 'captions', 1024 ** 2 + 1)).status).toBe(413);
});
