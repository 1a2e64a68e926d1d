import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';

/** Core of the server. The load has another one. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find(existsSync);

const taskset =
  process.platform === 'linux' && availableParallelism() > 1 ? findProgram('taskset') : undefined;

/** Whether processes can be pinned to cores. */
export const canPin = taskset !== undefined;

/**
 * Returns a command pinned to a core, where possible. taskset execs the command, so both have the same
 * process id.
 */
export const pinned = (core: number, command: readonly string[]): string[] =>
  taskset ? [taskset, '-c', String(core), ...command] : [...command];
