import cluster from 'node:cluster';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ensureFirstAdmin, WeakAdminPassword } from '#features/accounts/server/first-admin.ts';
import { loadDemo } from '#features/catalogue/server/transfer/demo.ts';
import { siteTitle } from '#features/settings/server/queries.ts';
import { paymentSetup } from '#features/subscriptions/server/checkout/payment-setup.ts';
import { unreadableEntries } from '#features/subscriptions/server/paypal/read-entries.ts';
import { findMediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { MediaWorker } from '#features/uploads/server/jobs/media-worker.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { copyBeforeMigration } from '#platform/database/copy/copy-before-migration.ts';
import { databaseName } from '#platform/database/database-name.ts';
import { measurePool, measureReplica, statementWatch } from '#platform/database/measure.ts';
import { MigrationError, migrate } from '#platform/database/migrate.ts';
import { type Database, type OpenOptions, openDatabase } from '#platform/database/open.ts';
import { logReplica } from '#platform/database/replica/log-replica.ts';
import { newMetrics } from '#platform/http/observe/metrics.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { outboxTransport, smtpTransport } from '#platform/mail/transport.ts';
import { buildApp } from './build-app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { drainListenBacklog } from './operations.ts';
import { builtPages, devPages } from './page-routes.ts';
import { type Jobs, startJobs } from './start/background-jobs.ts';
import { insecureSettings } from './start/insecure-settings.ts';
import { onStopSignal } from './start/on-stop-signal.ts';
import { keepNewFilesPrivate, makePrivate } from './start/private-files.ts';
import { startSweeps } from './start/sweeps.ts';
import { metricsReader } from './worker-metrics.ts';
import { announce, keepWorkers } from './workers.ts';

/** Connections that wait while the process is busy. Clients retry a refused one only after seconds. */
const BACKLOG = 4096;
const DEMO_FILE = join(import.meta.dirname, '../../demo/catalogue.json');

const print = (line: string) => process.stdout.write(`${line}\n`);

/** A start-up error that a person can act on, printed without a stack trace. */
class StartError extends Error {}

/** Prepares data folder and database: migrations, demo, first administrator. Returns lines to print. */
async function prepare(config: Config): Promise<string[]> {
  await prepareDataFolder(config);
  // A connection without time limits: migrations take as long as they need.
  const database = await openOrExplain(config);
  try {
    const copies = join(config.dataDir, 'backups');
    await migrate(database.db, { before: copyBeforeMigration(config.databaseUrl, copies, print) });
    const droplets = config.demo ? await loadDemo(database.db, DEMO_FILE) : 0;
    if (droplets > 0) print(`The demo catalogue is in: ${droplets} droplets.`);
    const warnings = config.production ? insecureSettings(config) : [];
    const admin = await ensureFirstAdmin(database.db, config.admin, { refuseWeak: config.production });
    if (!admin) return warnings;
    const password = admin.password ? `, password ${admin.password} (shown only once)` : '';
    return [...warnings, `The administrator is ${admin.username}${password}.`];
  } finally {
    await database.close();
  }
}

/** Serves until a stop signal. Calls `onReady` with the URL once the site is served. */
async function serveSite(config: Config, onReady: (url: string) => void): Promise<void> {
  const metrics = newMetrics();
  let log: FastifyBaseLogger | undefined;
  const database = await openOrExplain(config, {
    connections: config.databasePool,
    bounded: true,
    onError: (error) => log?.warn({ err: error }, 'an idle database connection was lost'),
    onStatement: statementWatch(metrics, config.slowQueryMs, () => log),
    replica: config.replicaUrl ? { url: config.replicaUrl, onChange: logReplica(() => log) } : undefined,
  });
  measurePool(metrics, database);
  measureReplica(metrics, database);

  const { from: address, smtpUrl } = config.mail;
  // A bare address gets the site's name.
  const sender = address.includes('<') ? address : { address, name: () => siteTitle(database.db) };
  const send = smtpUrl
    ? smtpTransport(smtpUrl, sender)
    : outboxTransport(join(config.dataDir, 'outbox'), sender, print);
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
  mailSender = new MailSender(database.db, send, app.log);
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

  onReady(publicUrl);

  onStopSignal(config.shutdownDelay, async () => {
    app.lifecycle.stopping = true;
    stopSweeps();
    await sleep(config.shutdownDelay);
    await drainListenBacklog(app.server);
    await Promise.all([app.close(), jobs?.stop(), mailSender.stop(), mediaWorker?.stop()]);
    await pages.close();
    await database.close();
  });
}

/** Starts one process, or a primary with workers. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) return serveSite(config, announce);
  const lines = await prepare(config);
  const onReady = (url: string) => {
    print(`Stillwater is at ${url}`);
    for (const line of lines) print(line);
  };
  return config.workers > 1 ? keepWorkers(config, onReady) : serveSite(config, onReady);
}

async function prepareDataFolder(config: Config): Promise<void> {
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await access(config.dataDir, constants.W_OK);
    await makePrivate(config.dataDir);
  } catch (error) {
    throw new StartError(`The data folder ${config.dataDir} cannot be written: ${reason(error)}`);
  }
}

async function openOrExplain(config: Config, options?: OpenOptions): Promise<Database> {
  try {
    return await openDatabase(config.databaseUrl, options);
  } catch (error) {
    const name = databaseName(config.databaseUrl);
    throw new StartError(`The database ${name} cannot be opened: ${reason(error)}`);
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<number> {
  const { level } = app.log;
  try {
    // Without the framework's own line about listening.
    app.log.level = 'silent';
    await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
    app.log.level = level;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${config.port} is taken. Stop what uses it, or choose another: PORT=${config.port + 1} ` +
          `npm start`,
      );
    if (code === 'EACCES')
      throw new StartError(
        `Port ${config.port} may not be used by this user. Choose one above 1023: PORT=3000`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new StartError(
        `HOST=${config.host} is no address of this machine. 127.0.0.1 serves this machine only, 0.0.0.0 all.`,
      );
    throw error;
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : config.port;
}

const reason = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

keepNewFilesPrivate();
try {
  await start(readConfig(process.env));
} catch (error) {
  const isExplained = [ConfigError, StartError, MigrationError, WeakAdminPassword].some(
    (kind) => error instanceof kind,
  );
  if (!(isExplained && error instanceof Error)) throw error;
  console.error(error.message);
  process.exit(1);
}
