import type { FastifyInstance } from 'fastify';
import { SummaryJob } from '#features/analytics/server/summary/summary-job.ts';
import { ScheduleJob } from '#features/catalogue/server/schedule/schedule-job.ts';
import { AlertJob } from '#features/health/server/alerts/alert-job.ts';
import { LinkJob } from '#features/health/server/links/link-job.ts';
import { LetterJob } from '#features/letter/server/letter-job.ts';
import { MemberImportJob } from '#features/member-import/server/import-job.ts';
import { InvitationJob } from '#features/member-import/server/release-invitations.ts';
import type { PaymentProvider } from '#features/subscriptions/server/provider.ts';
import { Reconciler } from '#features/subscriptions/server/state/reconciler.ts';
import type { Db } from '#platform/database/open.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import { MailLinks } from '#platform/mail/mail-links.ts';

interface JobsSetup {
  db: Db;
  app: FastifyInstance;
  publicUrl: () => string;
  /** Undefined: payments are off. */
  provider: PaymentProvider | undefined;
  wakeMailSender: () => void;
}

export interface Jobs {
  wakeImports: () => void;
  /** Stops the jobs after their current work. */
  stop: () => Promise<unknown>;
}

/** Starts the recurring jobs of this node. */
export async function startJobs({ db, app, publicUrl, provider, wakeMailSender }: JobsSetup): Promise<Jobs> {
  const imports = new MemberImportJob({ db, publicUrl }, app.log);
  const linkKeys = await sharedKeys(db, 'letter');
  const links = new MailLinks(linkKeys, 'letter');
  const jobs = [
    ...(provider ? [new Reconciler({ db, provider, publicUrl }, app.log, wakeMailSender)] : []),
    new LetterJob({ db, links, publicUrl }, app.log, wakeMailSender),
    new ScheduleJob(db, app.log),
    imports,
    new InvitationJob(db, app.log, wakeMailSender),
    new LinkJob({ db, publicUrl }, app.log),
    new SummaryJob({ db, links: new MailLinks(linkKeys, 'summary'), publicUrl }, app.log, wakeMailSender),
    new AlertJob({ db, health: app.health, publicUrl }, app.log, wakeMailSender),
  ];
  for (const job of jobs) job.start();
  return {
    wakeImports: () => void imports.wake(),
    stop: () => Promise.all(jobs.map((job) => job.stop())),
  };
}
