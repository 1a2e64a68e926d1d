import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLOCK_TOLERANCE } from '#platform/text/time-units.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import { announceUpload } from '../queries.ts';
import * as jobs from './job-queries.ts';

/* A change of one job leaves all others unchanged, and a job takes only the steps that its state allows. */

const api = setUpEachApi();
const db = () => api.database.db;

const MADE = { bytes: 7, width: 1, height: 1, files: {} };

/** Stores a film whose job waits. */
async function waitingFilm(name: string): Promise<void> {
  await announceUpload(db(), {
    ...{ hash: name, name, kind: 'video', contentType: 'video/mp4', bytes: 1, width: null, height: null },
    ...{ files: {}, originalName: name, uploadedBy: null },
  });
  await jobs.announceJob(db(), { uploadName: name, original: `${name}.orig`, originalBytes: 1 });
  await jobs.releaseJob(db(), name);
}

beforeEach(async () => {
  for (const name of ['first', 'other']) await waitingFilm(name);
});

afterEach(() => void vi.useRealTimers());

const jobOf = async (name: string) => {
  const job = await jobs.jobOf(db(), name);
  expect(job?.upload_name).toBe(name);
  return job;
};
const taken = async (node = 'node') => {
  const job = await jobs.takeJob(db(), node);
  if (!job) throw new Error('no job is due');
  return job;
};
/** Changes the first job. Expects this state of it, and an unchanged row of the other one. */
async function expectFirst(change: () => Promise<unknown>, state: string): Promise<void> {
  const other = await jobOf('other');
  await change();
  expect(await jobOf('other')).toEqual(other);
  expect((await jobOf('first'))?.state).toBe(state);
}

test('jobs are taken, kept, ended, canceled and retried one at a time', async () => {
  const other = await taken('another node');
  expect(other.upload_name).toBe('first');
  await jobs.endJob(db(), other, { state: 'waiting', problem: null });
  const job = await taken();
  await expectFirst(() => jobs.keepJob(db(), job, 50), 'running');
  await expectFirst(() => jobs.endJob(db(), job, { state: 'failed', problem: 'x' }), 'failed');
  await jobs.cancelJob(db(), 'other');
  await expectFirst(() => jobs.retryJob(db(), 'first'), 'waiting');
  await jobs.retryJob(db(), 'other');
  await expectFirst(() => jobs.cancelJob(db(), 'first'), 'canceled');
  // Stored again, both jobs wait for their originals.
  for (const uploadName of ['first', 'other'])
    await jobs.announceJob(db(), { uploadName, original: 'x', originalBytes: 1 });
  await expectFirst(() => jobs.releaseJob(db(), 'first'), 'waiting');
});

test('a job that is finished completes its own upload, and takes no further step', async () => {
  const job = await taken();
  await expectFirst(() => jobs.finishJob(db(), job, MADE), 'done');
  const rows = await db().selectFrom('uploads').select(['name', 'bytes']).orderBy('name').execute();
  expect(rows).toEqual([
    { name: 'first', bytes: 7 },
    { name: 'other', bytes: 1 },
  ]);
  expect(await jobs.keepJob(db(), job, 1)).toBe(false);
  expect(await jobs.finishJob(db(), job, MADE)).toBe(false);
  for (const step of [jobs.releaseJob, jobs.retryJob, jobs.cancelJob])
    await expectFirst(() => step(db(), 'first'), 'done');
  expect((await taken()).upload_name).toBe('other');
});

test('a run that was taken over by a newer one of the same job changes nothing', async () => {
  const lost = await taken();
  await db().updateTable('media_jobs').set({ lease_until: 1 }).where('id', '=', lost.id).execute();
  const job = await taken('another node');
  expect([job.id, job.attempts]).toEqual([lost.id, 2]);
  expect(await jobs.keepJob(db(), lost, 99)).toBe(false);
  await expectFirst(() => jobs.endJob(db(), lost, { state: 'failed', problem: 'x' }), 'running');
  expect(await jobs.finishJob(db(), lost, MADE)).toBe(false);
});

test.each([
  ['ahead', CLOCK_TOLERANCE - 1_000],
  ['behind', 1_000 - CLOCK_TOLERANCE],
])('a node whose clock is %s takes no job of another', async (_, difference) => {
  await jobs.cancelJob(db(), 'other');
  const job = await taken();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference });
  expect(await jobs.takeJob(db(), 'another node')).toBeUndefined();
  vi.useRealTimers();
  expect(await jobs.keepJob(db(), job, 1)).toBe(true);
});

test('a job that is not due yet is not taken, and one without its original is not retried', async () => {
  const job = await taken();
  await jobs.endJob(db(), job, { state: 'waiting', problem: 'x', wait: 60_000 });
  expect((await taken()).upload_name).toBe('other');
  expect(await jobs.takeJob(db(), 'another node')).toBeUndefined();
  await jobs.cancelJob(db(), 'first');
  await db().updateTable('media_jobs').set({ original: null }).execute();
  await expectFirst(() => jobs.retryJob(db(), 'first'), 'canceled');
});

test('a file is being made while the job of its upload is open', async () => {
  await db()
    .updateTable('uploads')
    .set({ files: JSON.stringify({ 'a.mp4': 1 }) })
    .execute();
  expect(await jobs.isBeingMade(db(), 'first', 'a.mp4')).toBe(true);
  expect(await jobs.isBeingMade(db(), 'first', 'b.mp4')).toBe(false);
  expect(await jobs.isBeingMade(db(), 'nobody', 'a.mp4')).toBe(false);
  await jobs.cancelJob(db(), 'first');
  expect(await jobs.isBeingMade(db(), 'first', 'a.mp4')).toBe(false);
});
