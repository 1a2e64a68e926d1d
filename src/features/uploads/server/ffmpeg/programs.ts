import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

/** ffmpeg's two programs, and the words before them that limit what they may use. */
export interface MediaPrograms {
  ffmpeg: string;
  ffprobe: string;
  limits: readonly string[];
  /** Priority at which they yield to processes that serve readers; undefined: they do not. */
  yielding: Yielding | undefined;
}

export interface Yielding {
  niceness: number;
  /**
   * Gives a process processor time that nobody else wants. Undefined where the system lacks it, or would not
   * let the process have more again.
   */
  chrt: string | undefined;
}

/** Below every process that serves readers. */
const NICENESS = 15;

/** Address space of one process, in bytes. A 4K HEVC film of 10 bits takes about a quarter. */
const MEMORY = 4 * 1024 ** 3;
/** Largest file that one process may write, in bytes. */
const FILE_SIZE = 4 * 1024 ** 3;

/** Value of the variable FFMPEG for a site without ffmpeg. */
export const FFMPEG_OFF = 'off';

/**
 * Finds ffmpeg and ffprobe: `given` is the path of ffmpeg, or `off`; undefined means the folders of PATH.
 * Returns undefined when there is none.
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
 * Whether a process of this user that is idle may be an ordinary one again. Linux asks for the right to its
 * niceness (`RLIMIT_NICE`), which users lack by default (`sched(7)`): on a busy machine a film would never be
 * ready.
 */
function mayLeaveIdle(chrt: string): boolean {
  const leave = ['-n', String(NICENESS), chrt, '--idle', '0', chrt, '--other', '0', 'true'];
  return spawnSync('nice', leave, { stdio: 'ignore' }).status === 0;
}

/**
 * Limits by two programs of util-linux, which every Linux has: memory and file sizes, no core dumps, no new
 * privileges, and an end when this process ends, even by SIGKILL. Other systems have the time limit alone.
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
