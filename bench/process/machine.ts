import { cpus, loadavg } from 'node:os';
import { canPin } from './cores.ts';

/** Others' load on the machine beyond which figures are called noisy. */
const QUIET = 0.5;

/** One line about where and when the figures were taken. */
export function machine(loadBefore: number): string {
  const [cpu] = cpus();
  const parts = [
    `${new Date().toISOString().slice(0, 10)}`,
    `${cpu?.model.trim() || process.arch}, ${cpus().length} cores`,
    `Node ${process.versions.node} on ${process.platform}`,
    canPin ? 'server and load held to a core each' : 'processes not held to cores: expect noise',
    ...(loadBefore > QUIET ? [`**other programs were running (load ${loadBefore.toFixed(1)}): noisy**`] : []),
  ];
  return `Taken ${parts.join('; ')}.`;
}

export const loadNow = (): number => loadavg()[0] ?? 0;
