import { setImmediate as nextTurn } from 'node:timers/promises';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { importBatch } from './import-batch.ts';

interface JobSetup {
  db: Db;
  publicUrl: () => string;
}

/** Polling interval in ms, for imports of other nodes and of dead ones. */
const INTERVAL = 2_000;
/** Duration of a node's lease in ms, after which another node takes over. */
const LEASE = 5_000;

/** Imports members in the background, on one node at a time. After a stop the next node continues. */
export class MemberImportJob extends RecurringJob {
  constructor(setup: JobSetup, log: Log) {
    super({
      interval: INTERVAL,
      atOnce: true,
      log,
      failure: 'an import of members was interrupted',
      run: async () => {
        // Checked before taking the lease, which lasts longer than a round: an idle round would delay the
        // next import.
        if ((await runningImport(setup.db)) === undefined) return;
        await withLease(setup.db, 'member-import', LEASE, (lost) =>
          importMembers(setup, AbortSignal.any([lost, this.stopping])),
        );
      },
    });
  }
}

/** Imports the members of all running imports, one import after another. */
export async function importMembers({ db, publicUrl }: JobSetup, signal?: AbortSignal): Promise<void> {
  for (let id = await runningImport(db); id !== undefined; id = await runningImport(db)) {
    while (!signal?.aborted && (await importBatch(db, id, publicUrl())))
      // SQLite responds synchronously: without this yield, other requests would wait for the whole import.
      await nextTurn();
    if (signal?.aborted) return;
  }
}

const runningImport = async (db: Db): Promise<number | undefined> =>
  (
    await db
      .selectFrom('member_imports')
      .select('id')
      .where('state', '=', 'running')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id;
