import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

/** ffmpeg's two programs, and the commands before them that limit resources. */
export interface MediaPrograms {
  ffmpeg: string;
  ffprobe: string;
  limits: readonly string[];
  /** Priority below processes that serve readers; undefined: the same priority. */
  yielding: Yielding | undefined;
}

export interface Yielding {
  niceness: number;
  /**
   * Path of the program that gives a process only idle processor time. Undefined where the system lacks it or
   * would not let the process return to normal priority.
   */
  chrt: string | undefined;
}

/** Lower priority than every process that serves readers. */
const NICENESS = 15;

/** Maximum address space of one process, in bytes. A 4K HEVC film of 10 bits takes about a quarter. */
const MEMORY = 4 * 1024 ** 3;
/** Largest file that one process may write, in bytes. */
const FILE_SIZE = 4 * 1024 ** 3;

/** Value of the variable FFMPEG for a site without ffmpeg. */
export const FFMPEG_OFF = 'off';

/**
 * Finds ffmpeg and ffprobe. `given` is the path of ffmpeg, or `off`; undefined searches PATH. Returns
 * undefined when there is none.
 */
export function findMediaPrograms(given?: string, path = process.env.PATH ?? ''): MediaPrograms | undefined {
  if (given === FFMPEG_OFF) return undefined;
  const onPath = (name: string) =>
    path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find(isProgram);
  const ffmpeg = given ? [given].find(isProgram) : onPath('ffmpeg');
  if (!ffmpeg) return undefined;
  const beside = join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'));
  const ffprobe = isProgram(beside) ? beside : onPath('ffprobe');
  if (!ffprobe) return undefined;
  const limits = limitsBy(onPath('prlimit'), onPath('setpriv'));
  const chrt = onPath('chrt');
  const yielding = { niceness: NICENESS, chrt: chrt && mayLeaveIdle(chrt) ? chrt : undefined };
  return { ffmpeg, ffprobe, limits, yielding };
}

/**
 * Tells whether this user may return an idle process to normal priority. Linux asks for the right to the
 * process's niceness (`RLIMIT_NICE`), which users lack by default (`sched(7)`). Without the return a film
 * would never be ready on a busy machine.
 */
function mayLeaveIdle(chrt: string): boolean {
  const leave = ['-n', String(NICENESS), chrt, '--idle', '0', chrt, '--other', '0', 'true'];
  return spawnSync('nice', leave, { stdio: 'ignore' }).status === 0;
}

/**
 * Returns limits set by two programs of util-linux, which every Linux has: memory, file sizes, no core dumps,
 * no new privileges, and an end when this process ends, even by SIGKILL. Other systems have only the time
 * limit.
 */
function limitsBy(prlimit: string | undefined, setpriv: string | undefined): string[] {
  return [
    ...(prlimit ? [prlimit, `--as=${MEMORY}`, `--fsize=${FILE_SIZE}`, '--core=0'] : []),
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs'] : []),
  ];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
