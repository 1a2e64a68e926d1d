import type { FastifyInstance } from 'fastify';
import { SummaryJob } from '#features/analytics/server/summary/summary-job.ts';
import { ScheduleJob } from '#features/catalogue/server/schedule/schedule-job.ts';
import { AlertJob } from '#features/health/server/alerts/alert-job.ts';
import { LinkJob } from '#features/health/server/links/link-job.ts';
import { LetterJob } from '#features/letter/server/letter-job.ts';
import { LetterLinks } from '#features/letter/server/letter-links.ts';
import type { PaymentProvider } from '#features/subscriptions/server/provider.ts';
import { Reconciler } from '#features/subscriptions/server/state/reconciler.ts';
import type { Db } from '#platform/database/open.ts';
import { sharedKeys } from '#platform/database/secrets.ts';

interface JobsSetup {
  db: Db;
  app: FastifyInstance;
  publicUrl: () => string;
  /** Undefined: payments are off. */
  provider: PaymentProvider | undefined;
  wakeMailSender: () => void;
}

/** Starts the recurring jobs of this node. The returned function stops them after what they are doing. */
export async function startJobs({
  db,
  app,
  publicUrl,
  provider,
  wakeMailSender,
}: JobsSetup): Promise<() => Promise<unknown>> {
  const links = new LetterLinks(await sharedKeys(db, 'letter'));
  const jobs = [
    ...(provider ? [new Reconciler({ db, provider, publicUrl }, app.log, wakeMailSender)] : []),
    new LetterJob({ db, links, publicUrl }, app.log, wakeMailSender),
    new ScheduleJob(db, app.log),
    new LinkJob({ db, publicUrl }, app.log),
    new SummaryJob({ db, publicUrl }, app.log, wakeMailSender),
    new AlertJob({ db, health: app.health, publicUrl }, app.log, wakeMailSender),
  ];
  for (const job of jobs) job.start();
  return () => Promise.all(jobs.map((job) => job.stop()));
}
