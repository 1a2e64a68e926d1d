import { cpus, loadavg } from 'node:os';

/** Load average of other programs above which the figures are marked as noisy. */
const QUIET = 0.5;

/** Describes date, machine and other load in one line. */
export function machine(loadBefore: number): string {
  const [cpu] = cpus();
  const parts = [
    `${new Date().toISOString().slice(0, 10)}`,
    `${cpu?.model.trim() || process.arch}, ${cpus().length} cores`,
    `Node ${process.versions.node} on ${process.platform}`,
    ...(loadBefore > QUIET ? [`**other programs were running (load ${loadBefore.toFixed(1)}): noisy**`] : []),
  ];
  return `Taken ${parts.join('; ')}.`;
}

export const loadNow = (): number => loadavg()[0] ?? 0;
