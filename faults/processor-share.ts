import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* A share of a processor that a process may not exceed, by Linux's control groups: so that two nodes on a small machine
   are as far apart as on two machines. */

const ROOT = '/sys/fs/cgroup';
/** In µs. Long turns: a process that is interrupted each millisecond finds its processor's memory cold each time. */
const PERIOD = 100_000;

export interface ProcessorShare {
  hold(pid: number): void;
  remove(): void;
}

/** A group of its own for one process; undefined where we may not make one. */
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
