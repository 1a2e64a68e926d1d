import cluster from 'node:cluster';
import { WeakAdminPassword } from '#features/accounts/server/first-admin.ts';
import { MigrationError } from '#platform/database/migrate.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { onStopSignal } from './start/on-stop-signal.ts';
import { prepareSite } from './start/prepare-site.ts';
import { keepNewFilesPrivate } from './start/private-files.ts';
import { serveSite } from './start/serve-site.ts';
import { StartError } from './start/start-error.ts';
import { announce, keepWorkers } from './workers.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Starts one process, or a primary with workers. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) return serve(config, announce);
  const lines = await prepareSite(config, print);
  const printLines = () => {
    for (const line of lines.splice(0)) print(line);
  };
  // Printed in any case, because the administrator's password is shown only once, and serving may fail, for
  // example on a port in use.
  process.once('exit', printLines);
  const onReady = (url: string) => {
    print(`Stillwater is at ${url}`);
    printLines();
  };
  return config.workers > 1 ? keepWorkers(config, onReady) : serve(config, onReady);
}

/** Serves in this process until a stop signal. Calls `onReady` with the URL when the site is served. */
async function serve(config: Config, onReady: (url: string) => void): Promise<void> {
  const site = await serveSite(config, print);
  onReady(site.url);
  onStopSignal(config.shutdownDelay, site.stop);
}

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
