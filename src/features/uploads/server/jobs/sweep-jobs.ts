import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { UploadSpace } from '../store.ts';

/** Lifetime of originals, in ms. */
const KEPT_FOR = 30 * DAY;
/** Time in ms after which a job that is still storing its original counts as interrupted by a crash. */
const STORING_FOR = DAY;
const AT_ONCE = 100;

/**
 * Deletes originals after 30 days, and those of uploads that were deleted or never completed. Keeps the
 * originals of waiting jobs. Returns the number of deleted originals.
 */
export async function sweepJobs(
  db: Db,
  { store }: Pick<UploadSpace, 'store'>,
  now = Date.now(),
): Promise<number> {
  const jobs = await db
    .selectFrom('media_jobs')
    .leftJoin('uploads', 'uploads.name', 'media_jobs.upload_name')
    .select(['media_jobs.id', 'original', 'uploads.id as upload_id'])
    .where((job) =>
      job.or([
        job('uploads.id', 'is', null),
        job.and([job('state', '=', 'storing'), job('media_jobs.created_at', '<=', now - STORING_FOR)]),
        job.and([
          job('original', 'is not', null),
          job('state', 'in', ['done', 'failed', 'canceled']),
          job('media_jobs.created_at', '<=', now - KEPT_FOR),
        ]),
      ]),
    )
    .limit(AT_ONCE)
    .execute();
  for (const { id, original, upload_id } of jobs) {
    if (original !== null) await store.remove(original);
    const job = db.updateTable('media_jobs').where('id', '=', id);
    if (upload_id === null) await db.deleteFrom('media_jobs').where('id', '=', id).execute();
    else {
      await job.set({ original: null }).execute();
      await job.where('state', '!=', 'done').set({ state: 'failed', problem: EXPIRED }).execute();
    }
  }
  return jobs.length;
}

const EXPIRED = 'The original is not stored any more. Choose the file again.';
