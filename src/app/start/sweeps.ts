import type { FastifyBaseLogger } from 'fastify';
import { ACCOUNT_SWEEPS } from '#features/accounts/server/sweep.ts';
import { sweepUsage } from '#features/analytics/server/sweep.ts';
import { sweepWritings } from '#features/catalogue/server/writing/writings.ts';
import { sweepRemovedFavorites } from '#features/favorites/server/removals.ts';
import { sweepGrants } from '#features/grants/server/grant-access.ts';
import { purgeHistory } from '#features/history/server/purge-history.ts';
import { sweepMemberImports } from '#features/member-import/server/queries.ts';
import { recordMissingReturns } from '#features/subscriptions/server/payments/record-return.ts';
import { sweepSubscriptions } from '#features/subscriptions/server/state/sweep.ts';
import { purgeTrash } from '#features/trash/server/purge-trash.ts';
import { sweepSpokenWords } from '#features/uploads/server/captions/spoken-words.ts';
import { sweepJobs } from '#features/uploads/server/jobs/sweep-jobs.ts';
import { sweepResumable } from '#features/uploads/server/resumable/sweep-resumable.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { sweepBlurs } from '#features/uploads/server/sweep-blurs.ts';
import { sweepIncoming, sweepUploads } from '#features/uploads/server/sweep-uploads.ts';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import { sweepLimits } from '#platform/http/guard/rate-limits.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { mendMailTimes, sweepMails } from '#platform/mail/sweep-mails.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';

/** Interval of the sweeps, in ms. */
const INTERVAL = 10 * MINUTE;

/** Deletes expired rows and files periodically, until the returned function is called. */
export function startSweeps(db: Db, uploads: UploadSpace, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => void sweep(db, uploads, log), INTERVAL);
  return () => clearInterval(timer);
}

type Steps = Record<string, () => Promise<unknown>>;

/** Deletes expired rows and files on one node, incoming files on each. The next round retries failures. */
export async function sweep(db: Db, uploads: UploadSpace, log: Log): Promise<void> {
  await runEach(log, {
    'incoming files': () => sweepIncoming(uploads),
    // Once a day, because it walks all old entries of the audit log.
    history: () => withLease(db, 'purge-history', DAY, (signal) => purgeHistory(db, { signal })),
    // The lease is shorter than the interval, so that one node gets it in each round.
    lease: () => withLease(db, 'sweep', 0.9 * INTERVAL, () => runEach(log, stepsOf(db, uploads))),
  });
}

const stepsOf = (db: Db, uploads: UploadSpace): Steps => ({
  'rate limits': () => sweepLimits(db),
  ...Object.fromEntries(Object.entries(ACCOUNT_SWEEPS).map(([name, run]) => [name, () => run(db)])),
  mails: () => sweepMails(db),
  'times of mails': () => mendMailTimes(db),
  subscriptions: () => sweepSubscriptions(db),
  'missing payment returns': () => recordMissingReturns(db),
  grants: () => sweepGrants(db),
  'removed favorites': () => sweepRemovedFavorites(db),
  'member imports': () => sweepMemberImports(db),
  writings: () => sweepWritings(db),
  usage: () => sweepUsage(db),
  // Before the uploads, because the trash refers to them.
  trash: () => purgeTrash(db),
  uploads: () => sweepUploads(db, uploads),
  'spoken words': () => sweepSpokenWords(db, uploads),
  blurs: () => sweepBlurs(db, uploads),
  'resumable uploads': () => sweepResumable(db, uploads),
  // After the uploads, because it deletes their originals.
  jobs: () => sweepJobs(db, uploads),
});

/** Runs all steps in order. A permanently failing step must not block the others. */
async function runEach(log: Log, steps: Steps): Promise<void> {
  for (const [sweep, run] of Object.entries(steps))
    try {
      await run();
    } catch (error) {
      log.warn({ err: error, sweep }, 'a sweep failed');
    }
}
