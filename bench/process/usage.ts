import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/* What a process has used, as Linux tells it under /proc. Elsewhere the figures are NaN: 'not measured'. */

const MEGABYTE = 1_000_000;
const STEP = 4;

/** Milliseconds of processor that all threads have used; of one that sleeps, to the nanosecond. */
async function processorTime(pid: number): Promise<number> {
  try {
    const threads = await readdir(`/proc/${pid}/task`);
    const texts = await Promise.all(
      threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')),
    );
    return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  } catch {
    return Number.NaN;
  }
}

/** The same once the process has come to rest: until then a running thread's time is not up to date. */
export async function processorTimeAtRest(pid: number | undefined): Promise<number> {
  if (pid === undefined) return Number.NaN;
  let last = await processorTime(pid);
  for (;;) {
    await sleep(STEP);
    const now = await processorTime(pid);
    if (Number.isNaN(now) || now - last < 0.05) return now;
    last = now;
  }
}

export interface Memory {
  /** Megabytes (1,000,000 bytes) resident now, and the most there ever was. */
  now: number;
  peak: number;
}

export async function residentMemory(pid: number): Promise<Memory> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) =>
      (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / MEGABYTE;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return { now: Number.NaN, peak: Number.NaN };
  }
}
