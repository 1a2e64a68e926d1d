import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Resource use of a process, from Linux's /proc. On other systems the figures are NaN, meaning 'not
 * measured'.
 */

const MEGABYTE = 1_000_000;
const STEP = 4;

/** Returns the processor time of all threads in ms; exact to the nanosecond for sleeping threads. */
export async function processorTime(pid: number): Promise<number> {
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

/**
 * Waits until the process is idle, then returns its processor time in ms, because a running thread's figure
 * is out of date.
 */
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

/** Clock ticks per second in /proc (USER_HZ, fixed on Linux). */
const TICK_MS = 10;

/** Returns the processor time of a process's ended children, in ms. */
export async function endedChildrenTime(pid: number): Promise<number> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces. 13 fields follow it up to the children's times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

export interface Memory {
  /** Resident memory in MB (1,000,000 bytes): current, and peak. */
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
