import { cpus, loadavg } from 'node:os';

/** Others' load on the machine beyond which figures are called noisy. */
const QUIET = 0.5;

/** One line about where and when the figures were taken. */
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
