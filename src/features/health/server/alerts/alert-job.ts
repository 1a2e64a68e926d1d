import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import type { HealthLook } from '../look.ts';
import { alertAdministrators } from './alert-administrators.ts';

/** Interval between checks, in ms. The first one runs one interval after the start. */
const INTERVAL = 5 * MINUTE;

/**
 * Checks the site's health in the background, and sends mails to administrators. Every node checks, because
 * each has its own disk.
 */
export class AlertJob extends RecurringJob {
  constructor(
    { db, health, publicUrl }: { db: Db; health: HealthLook; publicUrl: () => string },
    log: Log,
    wakeMailSender: () => void,
  ) {
    super({
      interval: INTERVAL,
      log,
      failure: 'the site’s health could not be checked',
      run: async () => {
        const { problems } = await health.lookAgain();
        if ((await alertAdministrators(db, problems, publicUrl())) > 0) wakeMailSender();
      },
    });
  }
}
