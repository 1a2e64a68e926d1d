import { readdir, readFile } from 'node:fs/promises';
import { processorTime, residentMemory } from './usage.ts';

/** Lists the ids of a process and of its running descendants. */
async function treeOf(root: number): Promise<number[]> {
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
  return [...parents.keys()].filter(isOfTree);
}

const sum = (values: readonly number[]) =>
  values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);

/** Returns the processor time of a process and its running descendants, in ms. */
export async function treeTime(root: number): Promise<number> {
  return sum(await Promise.all((await treeOf(root)).map(processorTime)));
}

/** Returns resident memory in MB and open file descriptors of a process and its running descendants. */
export async function treeHolds(root: number): Promise<{ memory: number; descriptors: number }> {
  const pids = await treeOf(root);
  const memory = await Promise.all(pids.map(async (pid) => (await residentMemory(pid)).now));
  const files = pids.map((pid) => readdir(`/proc/${pid}/fd`).catch(() => []));
  return { memory: sum(memory), descriptors: sum((await Promise.all(files)).map(({ length }) => length)) };
}
