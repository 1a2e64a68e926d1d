import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { makeSample, mediaPrograms, picture, tone } from '#test/media/media-programs.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { storedFiles } from '../copy-uploads.ts';
import { uploadSpace } from '../upload-space.ts';
import { keepJob, takeJob } from './job-queries.ts';
import { MediaWorker } from './media-worker.ts';
import { sweepJobs } from './sweep-jobs.ts';

/* Films and sounds from upload to playback. Skipped without ffmpeg (test/media/media-setup.ts). */

const programs = mediaPrograms();
const its = programs as NonNullable<typeof programs>;
const withFfmpeg = test.skipIf(!programs);

let api: TestApi;
let admin: SignedInClient;
let folder: string;
let samples: string;
let worker: MediaWorker;
const log = { warn() {} };

beforeAll(async () => {
  if (!programs) return;
  [folder, samples] = [await newUploadFolder(), await newUploadFolder()];
  const space = uploadSpace(folder);
  api = await startTestApi({ uploads: space, media: { programs, wake() {} } });
  admin = await api.signedIn('admin');
  worker = new MediaWorker({ db: api.database.db, space, programs, log });
});
afterAll(async () => {
  if (!programs) return;
  await worker.stop();
  await api.stop();
  for (const path of [folder, samples]) await rm(path, { recursive: true });
});

let films = 0;
/** Makes a film with unique content. */
const film = (...args: string[]) => {
  films += 1;
  const scene = [
    ...picture('160x90'),
    ...tone(),
    '-metadata',
    'location=+51.5-000.1/',
    '-vf',
    `hue=h=${films * 7}`,
  ];
  return makeSample(its, samples, `film-${films}.mov`, ...scene, '-c:v', 'mpeg4', ...args);
};
const state = async (id: number) =>
  (await admin.get('/api/uploads')).body.find((row: { id: number }) => row.id === id);

withFfmpeg(
  'a film has its address at once, plays when it is ready, and its original is never served',
  async () => {
    const content = await film();
    const { status, body } = await upload(admin, 'video', content, 'IMG_1.MOV');
    expect([status, body.status, body.percent]).toEqual([201, 'waiting', 0]);
    expect(body.url).toMatch(/^\/media\/u\/[0-9a-f]{32}-90\.mp4$/);
    expect((await admin.get(body.url)).status).toBe(503);
    expect((await api.visitor().get(body.url)).status).toBe(404);
    expect((await upload(admin, 'video', content)).body.id).toBe(body.id);
    await worker.wake();
    expect(await state(body.id)).toMatchObject({
      status: 'ready',
      percent: 100,
      width: 160,
      height: 90,
      problem: null,
    });
    const served = await admin.get(body.url);
    expect([served.status, served.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(served.text).not.toContain('51.5');
    const name = body.url.slice('/media/u/'.length);
    const original = name.replace('-90.mp4', '.orig');
    expect((await filesIn(folder)).filter((file) => file.startsWith(name.slice(0, 32)))).toEqual([
      name,
      original,
    ]);
    expect((await admin.get(`/media/u/${original}`)).status).toBe(404);
    expect((await storedFiles(api.database.db)).map((file) => file.name)).toEqual([name, original]);
    expect((await upload(admin, 'video', content)).status).toBe(200);
  },
);

withFfmpeg('both sizes of a film are announced to its readers while it is prepared', async () => {
  const content = await makeSample(its, samples, 'wide.mov', ...picture('854x480'), '-c:v', 'mpeg4');
  const { body } = await upload(admin, 'video', content);
  const statuses = async () => {
    const small = await admin.get(body.url.replace('-480.', '-360.'));
    const never = await admin.get(body.url.replace('-480.', '-240.'));
    return [(await admin.get(body.url)).status, small.status, small.headers['retry-after'], never.status];
  };
  expect(await statuses()).toEqual([503, 503, '10', 404]);
  await worker.wake();
  expect(await statuses()).toEqual([200, 200, undefined, 404]);
});

withFfmpeg('a sound becomes AAC', async () => {
  const { body } = await upload(
    admin,
    'audio',
    await makeSample(its, samples, 'a.flac', ...tone(2)),
    'a.flac',
  );
  await worker.wake();
  expect(await state(body.id)).toMatchObject({ status: 'ready', contentType: 'audio/mp4' });
  expect(body.url).toMatch(/\.m4a$/);
});

withFfmpeg('what ffmpeg cannot read is refused at once and leaves nothing', async () => {
  const before = await filesIn(folder);
  const refusals = [
    [
      'video',
      Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/x.ts\n'),
      'unknown. Choose a film, such as one that',
    ],
    ['audio', Buffer.from('words'), 'unknown. Choose a recording, such as'],
    ['video', (await film()).subarray(0, 5000), 'Copy it from the phone or camera again'],
    ['video', anMp4('x'), 'no audio or video'],
    ['audio', await film(), 'Upload it as a video'],
    ['video', await makeSample(its, samples, 'b.wav', ...tone()), 'Upload it as audio'],
    ['video', new Uint8Array(), 'This file is empty'],
  ] as const;
  for (const [kind, content, message] of refusals) {
    const { status, body } = await upload(admin, kind, content);
    expect([status, body.message], message).toEqual([400, expect.stringContaining(message)]);
  }
  expect(await filesIn(folder)).toEqual(before);
});

withFfmpeg('a film that is protected against copying is refused at once', async () => {
  const content = await makeSample(
    ...([its, samples, 'protected.mp4', ...picture('160x90'), ...tone()] as const),
    ...['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', '0123456789abcdef'.repeat(2)],
    ...['-encryption_kid', 'fedcba9876543210'.repeat(2)],
  );
  const before = await filesIn(folder);
  const { status, body } = await upload(admin, 'video', content, 'bought.mp4');
  expect([status, body.message]).toEqual([400, expect.stringMatching(/protected against copying \(DRM\)/)]);
  expect(await filesIn(folder)).toEqual(before);
});

withFfmpeg('a canceled film stops and can be retried', async () => {
  const { body } = await upload(admin, 'video', await film());
  const canceled = await admin.post(`/api/uploads/${body.id}/cancel`);
  expect(canceled.body).toMatchObject({ id: body.id, status: 'canceled' });
  await worker.wake();
  expect((await state(body.id)).status).toBe('canceled');
  expect((await admin.post(`/api/uploads/${body.id}/retry`)).body.status).toBe('waiting');
  await worker.wake();
  expect((await state(body.id)).status).toBe('ready');
  expect((await admin.post(`/api/uploads/${body.id}/cancel`)).body.status).toBe('ready');
});

withFfmpeg('a film that cannot be finished fails with a sentence and leaves only its original', async () => {
  const scene = [...picture('160x90', 30, 4), '-c:v', 'mpeg4', '-movflags', '+faststart'];
  const whole = await makeSample(its, samples, 'whole.mov', ...scene);
  const { body } = await upload(admin, 'video', whole.subarray(0, whole.length / 2));
  const before = await filesIn(folder);
  await worker.wake();
  expect(await state(body.id)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('Copy it from the phone again'),
  });
  expect(await filesIn(folder)).toEqual(before);
});

withFfmpeg('another node takes over the job of a dead one, and a node runs one job at a time', async () => {
  const { db } = api.database;
  const { body } = await upload(admin, 'video', await film());
  const { body: next } = await upload(admin, 'video', await film());
  const taken = await takeJob(db, 'dead');
  expect(taken?.upload_name).toBe(body.url.slice('/media/u/'.length));
  expect(await takeJob(db, 'dead')).toBeUndefined();
  expect(await state(body.id)).toMatchObject({ status: 'preparing' });
  await db.updateTable('media_jobs').set({ lease_until: 1 }).where('node', '=', 'dead').execute();
  await worker.wake();
  expect([(await state(body.id)).status, (await state(next.id)).status]).toEqual(['ready', 'ready']);
  expect(taken && (await keepJob(db, taken, 50))).toBe(false);
});

withFfmpeg('a run that lost its job does not touch the files of the one that took it over', async () => {
  const { db } = api.database;
  const slow = { ...its, limits: ['sh', '-c', 'sleep 1; exec "$@"', 'sh', ...its.limits] };
  const space = uploadSpace(folder);
  const [first, second] = [1, 2].map(() => new MediaWorker({ db, space, programs: slow, log }));
  const { body } = await upload(admin, 'video', await film());
  const lost = first?.wake();
  await vi.waitFor(async () => expect((await state(body.id)).status).toBe('preparing'));
  await db
    .updateTable('media_jobs')
    .set({ holder: 'other', lease_until: 1 })
    .where('state', '=', 'running')
    .execute();
  const taken = second?.wake();
  await lost;
  expect((await state(body.id)).status).toBe('preparing');
  await taken;
  expect(await state(body.id)).toMatchObject({ status: 'ready', problem: null });
});

withFfmpeg('a job that kills its node again and again fails', async () => {
  const { db } = api.database;
  const { body } = await upload(admin, 'video', await film());
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect(await takeJob(db, `node-${attempt}`)).toBeDefined();
    // The clock of every second node is a day ahead.
    const time = attempt % 2 === 0 ? 1 : Date.now() + DAY;
    const times = { lease_until: time, next_attempt_at: time };
    await db.updateTable('media_jobs').set(times).where('state', '=', 'running').execute();
  }
  expect(await takeJob(db, 'last')).toBeUndefined();
  expect(await state(body.id)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('interrupted'),
  });
});

withFfmpeg('originals are deleted after 30 days, and those of deleted uploads', async () => {
  const space = uploadSpace(folder);
  const { body } = await upload(admin, 'video', await film());
  await worker.wake();
  await sweepJobs(api.database.db, space, Date.now() + 29 * DAY);
  const originals = async () => (await filesIn(folder)).filter((name) => name.endsWith('.orig'));
  expect((await originals()).length).toBeGreaterThan(0);
  await sweepJobs(api.database.db, space, Date.now() + 31 * DAY);
  expect(await originals()).toEqual([]);
  expect((await state(body.id)).status).toBe('ready');
  const { body: gone } = await upload(admin, 'video', await film());
  await api.database.db.deleteFrom('uploads').where('id', '=', gone.id).execute();
  await sweepJobs(api.database.db, space);
  expect(await originals()).toEqual([]);
  expect(await takeJob(api.database.db, join('any', 'node'))).toBeUndefined();
});
