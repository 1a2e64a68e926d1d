import cluster from 'node:cluster';

/** Maximum duration of a clean stop in ms, beyond the shutdown delay. */
const STOP_TIMEOUT = 10_000;
/**
 * Time in ms within which a repeated signal counts as a duplicate, sent to the whole process group. A later
 * one is a second signal.
 */
const DUPLICATE_WITHIN = 2_000;

/**
 * Runs `stop` and exits on the first signal, within 10 s beyond `shutdownDelay` (ms). A later signal exits
 * immediately.
 */
export function onStopSignal(shutdownDelay: number, stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const handle = (signal: string) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > DUPLICATE_WITHIN) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    if (!cluster.isWorker) process.stdout.write(`\n${signal}: finishing open requests…\n`);
    setTimeout(() => process.exit(1), shutdownDelay + STOP_TIMEOUT).unref();
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
