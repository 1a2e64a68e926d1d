import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { announceJob } from '#features/uploads/server/jobs/job-queries.ts';
import { announceUpload } from '#features/uploads/server/queries.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { carryOut, isAnythingDue } from '../schedule/carry-out.ts';

const api = setUpApi();
const FILM = `/media/u/${'a'.repeat(32)}-720.mp4`;
const uploadName = FILM.slice('/media/u/'.length);

let admin: SignedInClient;
let fields: object;

beforeAll(async () => {
  admin = await api.signedIn('admin');
});
beforeEach(async () => {
  const { db } = api.database;
  for (const table of ['oceans', 'audit_log', 'media_jobs', 'uploads'] as const)
    await db.deleteFrom(table).execute();
  await insertOceans(db, [anOcean({ waves: [aWave()] })]);
  const { id: waveId } = await db.selectFrom('waves').select('id').executeTakeFirstOrThrow();
  fields = { waveId, title: 'A film', description: 'A description of it.', mediaUrl: FILM };
  const facts = { contentType: 'video/mp4', bytes: 1, width: 1280, height: 720, files: {}, originalName: '' };
  await announceUpload(db, {
    hash: 'a'.repeat(32),
    name: uploadName,
    kind: 'video',
    ...facts,
    uploadedBy: null,
  });
  await announceJob(db, { uploadName, original: 'x.orig', originalBytes: 1 });
});

const publishNew = (query = '') => admin.post(`/api/droplets${query}`, { ...fields, isPublished: true });
const bulk = async (action: 'publish' | 'unpublish', ids: number[]) =>
  (await admin.post('/api/content/bulk', { type: 'droplet', ids, change: { action } })).body;
const undo = async (entries: number[]) => (await admin.post('/api/audit-log/undo', { entries })).body.entries;
const rowsOf = (ids: number[]) =>
  api.database.db
    .selectFrom('droplets')
    .select(['is_published', 'published_at', 'publish_at', 'publish_stopped_at', 'unpublish_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
const endJob = (state: 'done' | 'failed') =>
  api.database.db.updateTable('media_jobs').set({ state, problem: null }).execute();
const planOf = async (id: number) => (await admin.get(`/api/schedule/droplet/${id}`)).body;
const soon = () => Date.now() + MINUTE;

/** Runs the schedule, if something is due. */
async function runSchedule(): Promise<void> {
  if (await isAnythingDue(api.database.db, soon())) await carryOut(api.database.db, soon());
}

test('a new item that is published before its film is ready goes live by itself when it is', async () => {
  const { status, body } = await publishNew();
  expect([status, body.isPublished]).toEqual([201, false]);
  expect(await planOf(body.id)).toMatchObject({ waits: true, isStopped: false });
  await runSchedule();
  expect(await planOf(body.id)).toMatchObject({ isPublished: false, isStopped: false });
  await endJob('done');
  await runSchedule();
  expect(await planOf(body.id)).toMatchObject({ isPublished: true, publishAt: null });
});

test('a draft that is published before its film is ready waits, in its form and in its plan', async () => {
  const drafts = await Promise.all([1, 2].map(() => admin.post('/api/droplets', fields)));
  const [one, other] = drafts.map(({ body }) => body);
  const saved = await admin.put(`/api/droplets/${one.id}`, { title: 'A new title', isPublished: true });
  expect(saved.body).toMatchObject({ title: 'A new title', isPublished: false });
  const now = { publish: 'now', unpublish: null, expectedVersion: other.version };
  const planned = await admin.put(`/api/schedule/droplet/${other.id}`, now);
  expect(planned.body).toMatchObject({ isPublished: false, waits: true });
  await endJob('done');
  await runSchedule();
  for (const { id } of [one, other]) expect(await planOf(id)).toMatchObject({ isPublished: true });
});

test('a film that cannot be prepared leaves the item a draft, and the calendar says so', async () => {
  const { body } = await publishNew();
  await endJob('failed');
  await runSchedule();
  const must = 'The film is not prepared. It was stopped. Choose the file again.';
  expect(await planOf(body.id)).toMatchObject({ isPublished: false, isStopped: true, must });
});

test('a request that is sent again after a lost response changes nothing', async () => {
  const { body } = await publishNew();
  expect((await publishNew('?again=true')).body).toEqual(body);
  const change = { isPublished: true, expectedVersion: body.version - 1 };
  expect((await admin.put(`/api/droplets/${body.id}`, change)).body).toEqual(body);
  const plan = { publish: 'now', unpublish: null, expectedVersion: body.version - 1 };
  expect((await admin.put(`/api/schedule/droplet/${body.id}`, plan)).status).toBe(200);
  const entries = await api.database.db.selectFrom('audit_log').select('action').execute();
  expect(entries.map(({ action }) => action)).toEqual(['created', 'updated']);
});

describe('of items that are published together, from the list', () => {
  let ids: number[];
  beforeEach(async () => {
    const made = [];
    for (const mediaUrl of [FILM, FILM, FILM, 'https://example.org/film.mp4'])
      made.push((await admin.post('/api/droplets', { ...fields, mediaUrl })).body.id);
    ids = made;
    const [, planned = 0, stopped = 0] = ids;
    const { db } = api.database;
    const inADay = Date.now() + DAY;
    await db
      .updateTable('droplets')
      .set({ publish_at: inADay, unpublish_at: inADay + 1 })
      .where('id', '=', planned)
      .execute();
    const earlier = { publish_at: 1, publish_stopped_at: 2 };
    await db.updateTable('droplets').set(earlier).where('id', '=', stopped).execute();
  });

  test('those whose films are being prepared wait for them, and the others are live', async () => {
    const published = await bulk('publish', ids);
    expect(published).toMatchObject({ changed: 4, waiting: 3 });
    expect(published.entries).toHaveLength(4);
    expect((await rowsOf(ids)).map(({ is_published }) => Boolean(is_published))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(await bulk('publish', ids)).toEqual({ changed: 0, waiting: 3, entries: [] });
    await endJob('done');
    await runSchedule();
    for (const id of ids) expect(await planOf(id)).toMatchObject({ isPublished: true });
  });

  test('an undo restores every plan, and its own undo publishes again', async () => {
    const before = await rowsOf(ids);
    const { entries } = await bulk('publish', ids);
    const after = await rowsOf(ids);
    const undone = await undo(entries);
    expect(await rowsOf(ids)).toEqual(before);
    await undo(undone);
    expect((await rowsOf(ids)).map(({ published_at, ...row }) => row)).toEqual(
      after.map(({ published_at, ...row }) => row),
    );
  });

  test('an undo drops a planned time that has passed meanwhile', async () => {
    const [, planned = 0] = ids;
    const { db } = api.database;
    const at = Date.now() + 1_000;
    await db.updateTable('droplets').set({ publish_at: at }).where('id', '=', planned).execute();
    const { entries } = await bulk('publish', [planned]);
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(at + 1);
    await undo(entries);
    expect(await rowsOf([planned])).toMatchObject([{ publish_at: null, publish_stopped_at: null }]);
  });

  test('an undo takes down what went live by itself meanwhile', async () => {
    const before = await rowsOf(ids);
    const { entries } = await bulk('publish', ids);
    await endJob('done');
    await runSchedule();
    await undo(entries);
    const [plain, planned, stopped, other] = await rowsOf(ids);
    expect([plain, planned, other]).toEqual([before[0], before[1], before[3]]);
    expect(stopped).toMatchObject({ published_at: null, publish_at: null });
  });

  test('an undo is refused when somebody planned one of them since', async () => {
    const { entries } = await bulk('publish', ids);
    await api.database.db.updateTable('droplets').set({ publish_at: soon() }).execute();
    expect((await admin.post('/api/audit-log/undo', { entries })).body.code).toBe('edit-conflict');
  });

  test('the history undoes one of them', async () => {
    const [, planned = 0] = ids;
    const before = await rowsOf(ids);
    const { entries } = await bulk('publish', [planned]);
    const once = await admin.post(`/api/audit-log/${entries[0]}/undo`, {});
    expect([once.status, once.body.id]).toEqual([200, entries[0] + 1]);
    expect(await rowsOf(ids)).toEqual(before);
    expect((await admin.post(`/api/audit-log/${entries[0]}/undo`, {})).body.message).toBe(
      'This change is undone already.',
    );
  });
});
