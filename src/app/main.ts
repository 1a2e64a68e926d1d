import cluster from 'node:cluster';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ensureFirstAdmin } from '#features/accounts/server/first-admin.ts';
import { sweepAccounts } from '#features/accounts/server/sweep.ts';
import { loadDemo } from '#features/catalogue/server/demo.ts';
import { paymentSetup } from '#features/subscriptions/server/payment-setup.ts';
import { Reconciler } from '#features/subscriptions/server/reconciler.ts';
import { sweepSubscriptions } from '#features/subscriptions/server/sweep.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { sweepIncoming, sweepUploads } from '#features/uploads/server/sweep-uploads.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { keepCopyBefore } from '#platform/database/copy/keep-copy-before.ts';
import { withLease } from '#platform/database/lease.ts';
import { measurePool, statementWatch } from '#platform/database/measure.ts';
import { MigrationError, migrate } from '#platform/database/migrate.ts';
import { type Database, type OpenOptions, openDatabase } from '#platform/database/open.ts';
import { sweepLimits } from '#platform/http/limits.ts';
import { newMetrics } from '#platform/http/metrics.ts';
import { Postman } from '#platform/mail/postman.ts';
import { sweepMails } from '#platform/mail/queue.ts';
import { outboxTransport, smtpTransport } from '#platform/mail/transport.ts';
import { buildApp } from './build-app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { letInWhoKnocked } from './operations.ts';
import { builtPages, devPages } from './page-routes.ts';
import { metricsReader } from './worker-metrics.ts';
import { announce, keepWorkers } from './workers.ts';

/** A clean stop finishes what was begun within this many ms. */
const STOP_WITHIN = 10_000;
/** Connections that the system greets for us while we are busy; one more would be tried again after whole seconds. */
const BACKLOG = 4096;
const SWEEP_EVERY = 10 * 60_000;
const DEMO_FILE = join(import.meta.dirname, '../../demo/catalogue.json');

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A reason to stop that a person can act on, without a stack trace. */
class StartError extends Error {}

/** Brings data folder and database to where this version can serve; answers the lines for whoever started it. */
async function prepare(config: Config): Promise<string[]> {
  await prepareDataFolder(config);
  // A connection of its own: migrations take the time that they need.
  const database = await openOrExplain(config);
  try {
    const copies = join(config.dataDir, 'backups');
    await migrate(database.db, { before: keepCopyBefore(config.databaseUrl, copies, say) });
    const droplets = config.demo ? await loadDemo(database.db, DEMO_FILE) : 0;
    if (droplets > 0) say(`The demo catalogue is in: ${droplets} droplets.`);
    const admin = await ensureFirstAdmin(database.db, config.admin);
    if (!admin) return [];
    return admin.password
      ? [`The administrator is ${admin.username}, password ${admin.password} (shown only once).`]
      : [`The administrator is ${admin.username}.`];
  } finally {
    await database.close();
  }
}

/** Serves until a stop signal; `onReady` gets the address once people can be served. */
async function serveSite(config: Config, onReady: (url: string) => void): Promise<void> {
  const metrics = newMetrics();
  let log: FastifyBaseLogger | undefined;
  const database = await openOrExplain(config, {
    connections: config.databasePool,
    bounded: true,
    onError: (error) => log?.warn({ err: error }, 'an idle database connection was lost'),
    onStatement: statementWatch(metrics, config.slowQueryMs, () => log),
  });
  measurePool(metrics, database);

  const send = config.mail.smtpUrl
    ? smtpTransport(config.mail.smtpUrl, config.mail.from)
    : outboxTransport(join(config.dataDir, 'outbox'), config.mail.from, say);
  const pages = config.dev ? await devPages() : await builtPages();
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  let postman: Postman | undefined;
  const uploads = uploadSpace(join(config.dataDir, 'uploads'), config.s3);
  const payments = paymentSetup(config.payments, database.db);
  const app = await buildApp({
    db: database.db,
    payments,
    version: database.version,
    askNow: database.askNow,
    publicUrl: () => publicUrl,
    secure: publicUrl.startsWith('https:'),
    production: config.production,
    dev: config.dev,
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    pages,
    wakePostman: () => postman?.wake(),
    uploads,
    metrics,
    readMetrics: metricsReader(metrics),
    metricsToken: config.metricsToken,
  });
  log = app.log;
  postman = new Postman(database.db, send, app.log);

  const port = await listen(app, config);
  if (!config.publicUrl) publicUrl = `http://localhost:${port}`;
  postman.start();
  const { provider } = payments;
  const reconciler =
    provider &&
    new Reconciler({ db: database.db, provider, publicUrl: () => publicUrl }, app.log, () => postman.wake());
  reconciler?.start();
  const sweeper = setInterval(() => void sweep(database.db, uploads, app.log), SWEEP_EVERY);

  onReady(publicUrl);

  onStopSignal(async () => {
    app.lifecycle.stopping = true;
    clearInterval(sweeper);
    await sleep(config.shutdownDelay);
    await letInWhoKnocked(app.server);
    await Promise.all([app.close(), reconciler?.stop(), postman.stop()]);
    await pages.close();
    await database.close();
  });
}

/** One process, or a primary with as many workers as are wished for. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) return serveSite(config, announce);
  const lines = await prepare(config);
  const onReady = (url: string) => {
    say(`Stillwater is at ${url}`);
    for (const line of lines) say(line);
  };
  return config.workers > 1 ? keepWorkers(config.workers, onReady) : serveSite(config, onReady);
}

/** Forgets what nobody needs any more, on one node; what fails now is done at the next round. */
async function sweep(db: Database['db'], uploads: UploadSpace, log: FastifyBaseLogger): Promise<void> {
  try {
    await sweepIncoming(uploads);
    // Shorter than the time between two rounds, so that a node that is alone has its turn each time.
    await withLease(db, 'sweep', 0.9 * SWEEP_EVERY, async () => {
      await sweepLimits(db);
      await sweepAccounts(db);
      await sweepMails(db);
      await sweepSubscriptions(db);
      await sweepUploads(db, uploads);
    });
  } catch (error) {
    log.warn({ err: error }, 'the sweep was not finished');
  }
}

async function prepareDataFolder(config: Config): Promise<void> {
  try {
    await mkdir(config.dataDir, { recursive: true });
    await access(config.dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(`The data folder ${config.dataDir} cannot be written: ${reason(error)}`);
  }
}

async function openOrExplain(config: Config, options?: OpenOptions): Promise<Database> {
  try {
    return await openDatabase(config.databaseUrl, options);
  } catch (error) {
    const where = config.databaseUrl.replace(/\/\/[^@/]*@/, '//');
    throw new StartError(`The database ${where} cannot be opened: ${reason(error)}`);
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<number> {
  const { level } = app.log;
  try {
    // The framework's own line about listening would stand among ours.
    app.log.level = 'silent';
    await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
    app.log.level = level;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${config.port} is taken. Stop what uses it, or choose another: PORT=${config.port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new StartError(
        `Port ${config.port} may not be used by this user. Choose one above 1023: PORT=3000`,
      );
    throw error;
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : config.port;
}

/** A signal to the whole process group, or through a watcher, arrives twice at once; a person's second one later. */
const SAME_SIGNAL_WITHIN = 2_000;

/** The first signal stops cleanly, a later one at once. */
function onStopSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const handle = (signal: string) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_WITHIN) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    if (!cluster.isWorker) say(`\n${signal}: finishing what was begun…`);
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  process.on('SIGHUP', handle);
}

const reason = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

try {
  await start(readConfig(process.env));
} catch (error) {
  const isExplained = [ConfigError, StartError, MigrationError].some((kind) => error instanceof kind);
  if (!(isExplained && error instanceof Error)) throw error;
  console.error(error.message);
  process.exit(1);
}
