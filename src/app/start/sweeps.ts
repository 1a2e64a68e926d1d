import type { FastifyBaseLogger } from 'fastify';
import { sweepAccounts } from '#features/accounts/server/sweep.ts';
import { sweepUsage } from '#features/analytics/server/sweep.ts';
import { sweepWritings } from '#features/catalogue/server/writing/writings.ts';
import { purgeHistory } from '#features/history/server/purge-history.ts';
import { sweepMemberImports } from '#features/member-import/server/queries.ts';
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
import { sweepMails } from '#platform/mail/queue.ts';

/** In ms. */
const INTERVAL = 10 * 60_000;
const DAY = 24 * 60 * 60_000;

/** Deletes expired rows and files again and again, until the returned function is called. */
export function startSweeps(db: Db, uploads: UploadSpace, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => void sweep(db, uploads, log), INTERVAL);
  return () => clearInterval(timer);
}

/** Deletes expired rows and files, on one node. The next round retries what failed. */
async function sweep(db: Db, uploads: UploadSpace, log: FastifyBaseLogger): Promise<void> {
  try {
    await sweepIncoming(uploads);
    // Shorter than the interval, so that a single node gets the lease each time.
    // Apart, because it walks all old entries of the audit log.
    await withLease(db, 'purge-history', DAY, (signal) => purgeHistory(db, { signal }));
    await withLease(db, 'sweep', 0.9 * INTERVAL, async () => {
      await sweepLimits(db);
      await sweepAccounts(db);
      await sweepMails(db);
      await sweepSubscriptions(db);
      await sweepMemberImports(db);
      await sweepWritings(db);
      await sweepUsage(db);
      // Before the uploads, which it keeps.
      await purgeTrash(db);
      await sweepUploads(db, uploads);
      await sweepSpokenWords(db, uploads);
      await sweepBlurs(db, uploads);
      await sweepResumable(db, uploads);
      // After the uploads, whose originals it deletes.
      await sweepJobs(db, uploads);
    });
  } catch (error) {
    log.warn({ err: error }, 'the sweep was not finished');
  }
}
