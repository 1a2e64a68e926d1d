import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { carryOut, isAnythingDue } from './carry-out.ts';

/** Interval between checks, in ms. Every node shows a due change within 5 s. */
const INTERVAL = 2_000;

/**
 * Publishes and takes down items at their times. Every node checks; the lock in {@link carryOut} lets one of
 * them act. A lease would delay the others when its holder dies.
 */
export class ScheduleJob extends RecurringJob {
  constructor(db: Db, log: Log) {
    super({
      interval: INTERVAL,
      atOnce: true,
      log,
      failure: 'items could not be published at their times',
      run: async () => {
        while (!this.stopping.aborted && (await isAnythingDue(db))) if ((await carryOut(db)) === 0) return;
      },
    });
  }
}
