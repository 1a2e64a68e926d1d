import { readdir, readFile } from 'node:fs/promises';
import { processorTime } from './usage.ts';

/** Processor time in ms of a process and of all processes that it has started and that still run. */
export async function treeTime(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0));
  }
  const isOfTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at; at = parents.get(at)) if (at === root) return true;
    return false;
  };
  const times = await Promise.all([...parents.keys()].filter(isOfTree).map(processorTime));
  return times.reduce((sum, time) => sum + (Number.isNaN(time) ? 0 : time), 0);
}
