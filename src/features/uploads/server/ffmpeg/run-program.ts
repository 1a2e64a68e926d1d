import { execFile, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { MediaPrograms, Yielding } from './programs.ts';

/** Why a program ended without a result. */
type Failure = 'refused' | 'too-long' | 'no-space' | 'stopped';

/** A program of ffmpeg failed. The message is for the log. */
export class ProgramFailed extends Error {
  readonly reason: Failure;
  constructor(reason: Failure, detail: string) {
    super(`ffmpeg: ${reason}: ${detail}`);
    this.reason = reason;
  }
}

interface RunOptions {
  /** Time limit in ms. */
  timeout: number;
  /**
   * Time in ms with only idle processor time. Afterwards the priority rises, so that a busy machine finishes
   * too.
   */
  idleFor?: number;
  signal?: AbortSignal;
  /** Called with each line of the standard output. */
  onLine?: (line: string) => void;
}

/** Default of `idleFor`, in ms. */
export const IDLE_FOR = 10_000;
/** Limits of stored output in characters: the beginning of a result, the end of the errors. */
const MAX_RESULT = 1_000_000;
const MAX_ERRORS = 20_000;

/**
 * Runs ffmpeg or ffprobe with limits, at low priority, without input, environment or network. Returns its
 * outputs. Throws {@link ProgramFailed}.
 */
export async function runProgram(
  programs: MediaPrograms,
  name: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  { timeout, idleFor = IDLE_FOR, signal, onLine }: RunOptions,
): Promise<{ result: string; errors: string }> {
  if (signal?.aborted) throw new ProgramFailed('stopped', 'before the start');
  const [command = '', ...rest] = [...programs.limits, programs[name], ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The environment has no secrets, proxies, font or report settings of the site.
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
  });
  const { yielding } = programs;
  if (yielding) lowerPriority(yielding, child.pid);
  const patience = setTimeout(() => yielding && setPolicy(yielding, '--other', child.pid), idleFor);
  let end: Failure | undefined;
  const kill = (reason: Failure) => {
    end ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => kill('too-long'), timeout);
  const stop = () => kill('stopped');
  signal?.addEventListener('abort', stop);
  let result = '';
  let errors = '';
  readLines(child.stdout, (line) => {
    onLine?.(line);
    if (result.length < MAX_RESULT) result += `${line}\n`;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-MAX_ERRORS);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (code === 0 && !end) return { result, errors };
    const isFull = /No space left on device|File too large/i.test(errors);
    throw new ProgramFailed(end ?? (isFull ? 'no-space' : 'refused'), `${code}: ${errors.slice(-2000)}`);
  } finally {
    clearTimeout(timer);
    clearTimeout(patience);
    signal?.removeEventListener('abort', stop);
  }
}

function lowerPriority(yielding: Yielding, pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, yielding.niceness);
  } catch {
    // The process has ended already.
  }
  setPolicy(yielding, '--idle', pid);
}

/**
 * Sets a process's scheduling policy. Linux lets a low-priority process finish its time slice before it
 * serves a reader's request; it interrupts an idle process at once.
 */
function setPolicy({ chrt }: Yielding, policy: '--idle' | '--other', pid: number | undefined): void {
  // On failure the low priority stays: the process has ended, or a container forbids the call.
  if (chrt && pid !== undefined) execFile(chrt, ['--all-tasks', policy, '--pid', '0', String(pid)], () => {});
}

/** Splits a stream into lines. Drops a line that exceeds the limit of a result. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_RESULT);
    lines.forEach(onLine);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
}
