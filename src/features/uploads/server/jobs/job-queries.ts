import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { isUniqueViolation } from '#platform/database/dialect.ts';
import { hasCome } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { CLOCK_TOLERANCE } from '#platform/text/time-units.ts';
import type { StoredFiles } from '../queries.ts';

type MediaJob = Selectable<Tables['media_jobs']>;

/**
 * Duration of a machine's lease on a job, in ms. Each report of the progress, every second, renews it. A
 * machine whose clock is ahead takes over 30 s after the last report at the earliest.
 */
export const LEASE = CLOCK_TOLERANCE + 30_000;
/** Time until the next attempt, in ms, while disk or store are unavailable. */
export const RETRY_AFTER = 60_000;
/** Runs that may end without an error, for example when memory runs out, before the job fails. */
const MAX_ATTEMPTS = 4;
const GIVEN_UP =
  'Preparing this file was interrupted several times. Save it in another format and choose it again.';

/** Inserts a job before its original is stored. Restarts an existing job of the same upload. */
export async function announceJob(
  db: Db,
  job: { uploadName: string; original: string; originalBytes: number },
): Promise<void> {
  const values = {
    state: 'storing',
    percent: 0,
    problem: null,
    attempts: 0,
    next_attempt_at: Date.now(),
    original: job.original,
    original_bytes: job.originalBytes,
    node: null,
    holder: null,
    lease_until: null,
    created_at: Date.now(),
  };
  await db
    .insertInto('media_jobs')
    .values({ ...values, upload_name: job.uploadName })
    .onConflict((conflict) => conflict.column('upload_name').doUpdateSet(values))
    .execute();
}

/** Makes a job due after its original is stored. */
export async function releaseJob(db: Db, uploadName: string): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({ state: 'waiting' })
    .where('upload_name', '=', uploadName)
    .where('state', '=', 'storing')
    .execute();
}

/** Finds an upload's job. */
export const jobOf = (db: Db, uploadName: string): Promise<MediaJob | undefined> =>
  db.selectFrom('media_jobs').selectAll().where('upload_name', '=', uploadName).executeTakeFirst();

/** Tells whether a job is making a file. Each file of an upload has its name from the beginning. */
export async function isBeingMade(db: Db, hash: string, file: string): Promise<boolean> {
  const rows = await db
    .selectFrom('uploads')
    .innerJoin('media_jobs', 'media_jobs.upload_name', 'uploads.name')
    .select('files')
    .where('hash', '=', hash)
    .where('state', 'in', ['storing', 'waiting', 'running'])
    .execute();
  return rows.some(({ files }) => Object.hasOwn(JSON.parse(files) as StoredFiles, file));
}

/** A job that this process runs, with the id of this run. */
export type HeldJob = MediaJob & { holder: string };

/**
 * Leases the oldest due job to the machine `node`. Returns undefined when there is none, or when another
 * process of the machine runs one, which the unique index prevents. Jobs of dead machines become due again.
 */
export async function takeJob(db: Db, node: string): Promise<HeldJob | undefined> {
  const now = Date.now();
  const open = await db
    .selectFrom('media_jobs')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  if (!open) return undefined;
  const idle = { node: null, holder: null, lease_until: null };
  const dead = db
    .updateTable('media_jobs')
    .where('state', '=', 'running')
    .where(hasCome('lease_until', now, LEASE + CLOCK_TOLERANCE));
  await dead
    .set({ ...idle, state: 'failed', problem: GIVEN_UP })
    .where('attempts', '>=', MAX_ATTEMPTS)
    .execute();
  await dead.set({ ...idle, state: 'waiting' }).execute();
  const holder = randomUUID();
  try {
    const job = await db
      .updateTable('media_jobs')
      .set((eb) => ({
        state: 'running',
        problem: null,
        percent: 0,
        node,
        holder,
        lease_until: now + LEASE,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('media_jobs')
          .select('id')
          .where('state', '=', 'waiting')
          .where(hasCome('next_attempt_at', now, RETRY_AFTER + CLOCK_TOLERANCE))
          .orderBy('id')
          .limit(1),
      )
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    return job && { ...job, holder };
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

const held = (db: Db, { id, holder }: HeldJob) =>
  db
    .updateTable('media_jobs')
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'running');

/**
 * Renews the lease and saves the progress. Returns false when the job was canceled, deleted or taken over.
 */
export async function keepJob(db: Db, job: HeldJob, percent: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, job)
    .set({ percent, lease_until: Date.now() + LEASE })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends a run: the job has failed, or is retried `wait` ms later. A stop of the node does not count as an
 * attempt.
 */
export async function endJob(
  db: Db,
  job: HeldJob,
  end: { state: 'failed' | 'waiting'; problem: string | null; wait?: number },
): Promise<void> {
  await held(db, job)
    .set({
      state: end.state,
      problem: end.problem,
      next_attempt_at: Date.now() + (end.wait ?? 0),
      ...(end.state === 'waiting' ? { attempts: job.attempts - 1, percent: 0 } : {}),
      node: null,
      holder: null,
      lease_until: null,
    })
    .execute();
}

/** Completes the upload and its job together. Returns false when another run has the job. */
export async function finishJob(
  db: Db,
  job: HeldJob,
  made: { bytes: number; width: number | null; height: number | null; files: StoredFiles },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await held(transaction, job)
      .set({ state: 'done', percent: 100, problem: null, node: null, holder: null, lease_until: null })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('uploads')
      .set({
        bytes: made.bytes,
        width: made.width,
        height: made.height,
        files: JSON.stringify(made.files),
        is_whole: true,
      })
      .where('name', '=', job.upload_name)
      .execute();
    return true;
  });
}

/** Stops a job that waits or runs; the node that runs it notices within seconds. */
export async function cancelJob(db: Db, uploadName: string): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({ state: 'canceled', node: null, holder: null, lease_until: null })
    .where('upload_name', '=', uploadName)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Makes a failed or canceled job run again, and a waiting one run now. */
export async function retryJob(db: Db, uploadName: string): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({ state: 'waiting', percent: 0, problem: null, attempts: 0, next_attempt_at: Date.now() })
    .where('upload_name', '=', uploadName)
    .where('state', 'in', ['failed', 'canceled', 'waiting'])
    .where('original', 'is not', null)
    .execute();
}
