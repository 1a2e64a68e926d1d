import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { siteTitle } from '#features/settings/server/queries.ts';
import { paymentSetup } from '#features/subscriptions/server/checkout/payment-setup.ts';
import { unreadableEntries } from '#features/subscriptions/server/paypal/read-entries.ts';
import { findMediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { MediaWorker } from '#features/uploads/server/jobs/media-worker.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { measurePool, measureReplica, statementWatch } from '#platform/database/measure.ts';
import type { Db } from '#platform/database/open.ts';
import { logReplica } from '#platform/database/replica/log-replica.ts';
import { newMetrics } from '#platform/http/observe/metrics.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { outboxTransport, type Send, smtpTransport } from '#platform/mail/transport.ts';
import { buildApp } from '../build-app.ts';
import type { Config } from '../config.ts';
import { drainListenBacklog } from '../operations.ts';
import { builtPages, devPages } from '../page-routes.ts';
import { metricsReader } from '../worker-metrics.ts';
import { type Jobs, startJobs } from './background-jobs.ts';
import { listen } from './listen.ts';
import { openOrExplain } from './start-error.ts';
import { startSweeps } from './sweeps.ts';

/** A listening site. */
export interface ServedSite {
  url: string;
  /** Serves open requests after the shutdown delay, and closes all resources. */
  stop(): Promise<void>;
}

/**
 * Serves a prepared site. `print` shows where mails are stored without a mail server. Throws `StartError`.
 */
export async function serveSite(config: Config, print: (line: string) => void): Promise<ServedSite> {
  const metrics = newMetrics();
  let log: FastifyBaseLogger | undefined;
  const database = await openOrExplain(config.databaseUrl, {
    connections: config.databasePool,
    bounded: true,
    onError: (error) => log?.warn({ err: error }, 'an idle database connection was lost'),
    onStatement: statementWatch(metrics, config.slowQueryMs, () => log),
    replica: config.replicaUrl ? { url: config.replicaUrl, onChange: logReplica(() => log) } : undefined,
  });
  measurePool(metrics, database);
  measureReplica(metrics, database);

  const pages = config.dev ? await devPages() : await builtPages();
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  let mailSender: MailSender | undefined;
  const uploads = uploadSpace(join(config.dataDir, 'uploads'), config.s3, config.uploadsAccelPath);
  const programs = findMediaPrograms(config.ffmpeg);
  let mediaWorker: MediaWorker | undefined;
  let jobs: Jobs | undefined;
  const reportUnreadable = unreadableEntries(metrics, () => log);
  const payments = paymentSetup(config.payments, database.db, reportUnreadable);
  const app = await buildApp({
    db: database.db,
    payments,
    version: database.version,
    querySync: database.querySync,
    replica: database.replica,
    publicUrl: () => publicUrl,
    secure: publicUrl.startsWith('https:'),
    production: config.production,
    dev: config.dev,
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    pages,
    wakeMailSender: () => mailSender?.wake(),
    hasMailServer: config.mail.smtpUrl !== undefined,
    wakeImports: () => jobs?.wakeImports(),
    uploads,
    dataDir: config.dataDir,
    media: programs && { programs, wake: () => void mediaWorker?.wake() },
    metrics,
    readMetrics: metricsReader(metrics),
    metricsToken: config.metricsToken,
    adminSecondFactor: config.adminSecondFactor,
    sharedCaches: config.sharedCaches,
  });
  log = app.log;
  mailSender = new MailSender(database.db, mailTransport(config, database.db, print), app.log);
  if (programs) mediaWorker = new MediaWorker({ db: database.db, space: uploads, programs, log: app.log });

  const port = await listen(app, config);
  if (!config.publicUrl) publicUrl = `http://localhost:${port}`;
  mailSender.start();
  jobs = await startJobs({
    db: database.db,
    app,
    publicUrl: () => publicUrl,
    provider: payments.provider,
    wakeMailSender: () => mailSender.wake(),
  });
  mediaWorker?.start();
  const stopSweeps = startSweeps(database.db, uploads, app.log);

  return {
    url: publicUrl,
    async stop() {
      app.lifecycle.stopping = true;
      stopSweeps();
      await sleep(config.shutdownDelay);
      await drainListenBacklog(app.server);
      await Promise.all([app.close(), jobs?.stop(), mailSender.stop(), mediaWorker?.stop()]);
      await pages.close();
      await database.close();
    },
  };
}

function mailTransport({ mail, dataDir }: Config, db: Db, print: (line: string) => void): Send {
  const { from: address, smtpUrl } = mail;
  // A bare address gets the site's name.
  const sender = address.includes('<') ? address : { address, name: () => siteTitle(db) };
  return smtpUrl ? smtpTransport(smtpUrl, sender) : outboxTransport(join(dataDir, 'outbox'), sender, print);
}
