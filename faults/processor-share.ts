import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Limits a process to a share of a processor by Linux control groups, so that two nodes on a small machine do
 * not compete.
 */

const ROOT = '/sys/fs/cgroup';
/** Scheduling period in µs. It is long, because frequent interruptions keep the processor's caches cold. */
const PERIOD = 100_000;

export interface ProcessorShare {
  hold(pid: number): void;
  remove(): void;
}

/** Creates a control group for one process; undefined without permission. */
export function processorShare(name: string, share: number): ProcessorShare | undefined {
  const isOld = existsSync(join(ROOT, 'cpu'));
  const folder = join(ROOT, isOld ? 'cpu' : '', `stillwater-${name}-${process.pid}`);
  const quota = Math.round(PERIOD * share);
  try {
    if (!isOld && !readFileSync(join(ROOT, 'cgroup.subtree_control'), 'utf8').includes('cpu'))
      return undefined;
    mkdirSync(folder);
    if (isOld) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD}`);
  } catch {
    return undefined;
  }
  return {
    hold: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    remove: () => rmdirSync(folder),
  };
}
