import { cpus } from 'node:os';

/**
 * Starts measuring all processors. The returned function returns the share of their time in use since, 0 to
 * 1.
 */
export function watchProcessors(): () => number {
  const before = timesOf();
  return () => {
    const now = timesOf();
    return 1 - (now.idle - before.idle) / (now.all - before.all);
  };
}

/** Returns the processors' total times since the machine's start, in ms. */
function timesOf(): { idle: number; all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += Object.values(times).reduce((sum, time) => sum + time, 0);
  }
  return { idle, all };
}
